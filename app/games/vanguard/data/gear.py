"""Equipment, landers and mods."""

from __future__ import annotations

from app.games.vanguard.data.structs import EquipmentCard, Lander, Mod

EQUIPMENT_CARDS: tuple[EquipmentCard, ...] = (
EquipmentCard('EQ-S01','small','Chalk line','','travel','ignore-icon 1',True,'travel, exhaust: ignore-icon 1',True,''),
EquipmentCard('EQ-S02','small','Thermos','','any','refresh 2',True,'any, exhaust: refresh 2',True,''),
EquipmentCard('EQ-S03','small','Splint','','any','injury-die -1',True,'any, exhaust: injury-die -1',True,''),
EquipmentCard('EQ-S04','small','Hand lens','','check','reroll 1',True,'check, exhaust: reroll 1',True,''),
EquipmentCard('EQ-S05','small','Survey lamp','','event','peek event 1',True,'before any Event, exhaust: peek event 1',False,''),
EquipmentCard('EQ-S06','small','Whistle','','check','far-assist',True,'check, exhaust: far-assist',False,''),
EquipmentCard('EQ-S07','small','Chart slate','','any','lead any 1',True,'any, exhaust: lead any 1',False,''),
EquipmentCard('EQ-S08','small','Charge cell','','any','charge +1 for one-here',True,'any, exhaust: charge +1 for one-here',False,''),
EquipmentCard('EQ-S09','small','Tender bead','','check','add LINK',True,'check, exhaust: add LINK',False,''),
EquipmentCard('EQ-S10','small','Candle stub','','any','status steady',True,'any, exhaust: status steady',False,''),
EquipmentCard('EQ-P01','personal','Rope gun','','action','move adjacent; choose{Bring one along: move here for any / Go alone: none}',True,'action, exhaust: move adjacent; choose{Bring one along: move here for any / Go alone: none}',False,''),
EquipmentCard('EQ-P02','personal','Riot shield','security','check','ignore-danger 1',True,'check, once per check: ignore-danger 1, exhaust',True,''),
EquipmentCard('EQ-P03','personal','Field kit','','action','injury-card -1 for one-here',True,'action, exhaust: injury-card -1 for one-here',False,''),
EquipmentCard('EQ-P04','personal','Breather','','check','',False,'check, once per check: one danger die of category 5 is ignored',False,''),
EquipmentCard('EQ-P05','personal','Beast call','recon','convert','green TRACK',False,'convert: green Ba to TRACK',False,''),
EquipmentCard('EQ-P06','personal','Range glass','recon','check','reroll 1 green',True,'check: reroll 1 green, exhaust',True,''),
EquipmentCard('EQ-P07','personal','Sample case','science','convert','blue PROBE',False,'convert: blue Ba to PROBE',True,''),
EquipmentCard('EQ-P08','personal','Tool roll','engineering','convert','blue MEND',False,'convert: blue Ba to MEND',True,''),
EquipmentCard('EQ-P09','personal','Second skin','','passive','',False,'the first injury card gained each exploration is placed face down (its die is added)',False,''),
EquipmentCard('EQ-P10','personal','Line ear','science','convert','blue LINK',False,'convert: blue Ba to LINK',False,''),
EquipmentCard('EQ-P11','personal','Ram gauntlet','security','convert','red BREACH',False,'convert: red Ba to BREACH',False,''),
EquipmentCard('EQ-P12','personal','Grapple harness','','convert','green REACH',False,'convert: green Ba to REACH',False,''),
EquipmentCard('EQ-M01','mission','Field beacon','engineering','action','token beacon @ here',False,'action: token beacon @ here; crew there and in connected sectors may assist each other',True,''),
EquipmentCard('EQ-M02','mission','Stretcher','','action','move adjacent; move here for any',False,'action: move adjacent; move here for any, not exhausted',False,''),
EquipmentCard('EQ-M03','mission','Cutting rig','','check','add BREACH; add BREACH',True,'check, exhaust: add BREACH; add BREACH',False,''),
EquipmentCard('EQ-M04','mission','Supply cache','','action','token cache @ here',False,'action: token cache @ here; the next 2 Rests in that sector cost no supply',True,''),
EquipmentCard('EQ-M05','mission','Tether line','','action','token tether @ here',False,'action: token tether @ here; Travel from or to that sector skips one path icon',False,''),
EquipmentCard('EQ-M06','mission','Courtesy lamp','','action','token lamp @ here',False,'action: token lamp @ here; checks there ignore danger dice of categories 6 and 7',False,''),
EquipmentCard('EQ-M07','mission','Quiet glass','','action','time all -1; wake -1',True,'action, exhaust: time all -1; wake -1',False,''),
EquipmentCard('EQ-M08','mission','Portable still','','action','supply +2',True,'action, exhaust: supply +2',False,''),
EquipmentCard('EQ-U01','upgrade','Loud beacon','','passive','draw 1 for each',False,'when placed: draw 1 for each',False,'EQ-M01'),
EquipmentCard('EQ-U02','upgrade','Big cache','','passive','',False,'3 Rests instead of 2',False,'EQ-M04'),
EquipmentCard('EQ-U03','upgrade','Twin blades','','passive','',False,'the rig is exhausted only at its second use',False,'EQ-M03'),
EquipmentCard('EQ-U04','upgrade','Long tether','','passive','',False,'two path icons instead of one',False,'EQ-M05'),
EquipmentCard('EQ-U05','upgrade','Warm lamp','','passive','refresh 1 for here',False,'when placed: refresh 1 for here',False,'EQ-M06'),
EquipmentCard('EQ-U06','upgrade','Second charge','','passive','supply +3',False,'the still gives supply +3',False,'EQ-M08'),
)
EQUIPMENT = {card.id: card for card in EQUIPMENT_CARDS}
LANDERS: tuple[Lander, ...] = (
Lander('LN1','Kite',1,1,1,0,5,2,1,5,1,1),
Lander('LN2','Bulwark',3,1,0,0,6,2,2,5,2,1),
Lander('LN3','Petrel',1,2,3,0,4,2,1,4,1,2),
Lander('LN4','Drayman',2,1,1,-1,7,3,2,8,2,1),
Lander('LN5','Lantern',2,3,2,1,6,3,2,6,1,2),
)
LANDER = {card.id: card for card in LANDERS}
MODS: tuple[Mod, ...] = (
Mod('LM01','structural','Extra tank','Supplies +2'),
Mod('LM02','structural','Laminate hull','Armor +1'),
Mod('LM03','structural','Feather vanes','Agility +1'),
Mod('LM04','structural','Cargo cradle','cargo +2'),
Mod('LM05','structural','Resin seal','Supplies +1; the first supply lost by a Danger result each exploration is not lost'),
Mod('LM06','structural','Crash frame','a crash damages neither lander nor crew (supplies and place still apply)'),
Mod('LM07','utility','Weapon locker','personal +1'),
Mod('LM08','utility','Name plate','special action in the Lander Sector, no check: draw 1 for here'),
Mod('LM09','utility','Survey eye','Sensors +1'),
Mod('LM10','utility','Sick cot','special action in the Lander Sector, no check: injury-die -1 for here'),
Mod('LM11','utility','Field forge','special action in the Lander Sector, no check, once: ready 2; refresh 2'),
Mod('LM12','utility','Mission rack','mission +1'),
)
MOD = {card.id: card for card in MODS}
MOD_SLOTS = 6
LANDER_SLOTS = 3
