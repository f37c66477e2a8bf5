"""People: one figure in many stances, its heads, four builds, and the peoples of Oriel."""

STANCES = "stand walk carry reach point sit kneel bow work lie"
HEADS = "hood bare hat wool cap beard bun back"
WHO = 'tints="robe #7a4e8a, trim honey, skin skin, hair umber, shoe peat"'
PASS = 'robe="robe" trim="trim" skin="skin" hair="hair" shoe="shoe"'
ALL = f"{STANCES} | {HEADS} | shut open | plain wide brass"

TEXT = f"""<kit>
<motif name="head" about="a head on its neck" tints="trim honey, skin skin, hair umber" as="{HEADS} | shut open">
  <g as="hood"><path fill="trim" under="yes" d="M-17 1C-22 -23 -12 -37 1 -37C14 -37 22 -23 17 1C8 7 -8 7 -17 1Z"/></g>
  <g as="bare beard hat wool cap"><path fill="hair" under="yes" d="M-13 -8C-17 -26 -9 -33 0 -33C10 -33 17 -26 13 -8Z"/></g>
  <g as="bun"><circle cx="0" cy="-32" r="8" fill="hair"/><path fill="hair" under="yes" d="M-13 -4C-17 -22 -9 -29 0 -29C10 -29 17 -22 13 -4Z"/></g>
  <g as="back"><path fill="hair" d="M-13 -2C-17 -24 -9 -32 0 -32C10 -32 17 -24 13 -2C8 3 -8 3 -13 -2Z"/><path stroke="ink" opacity=".4" stroke-width="1.6" d="M-4 -28Q-8 -16 -6 -4M4 -28Q8 -16 6 -4"/></g>
  <g as="hood bare hat wool cap beard bun"><ellipse cx="0" cy="-12" rx="10.500" ry="12.500" fill="skin"/>
  <path stroke="ink" stroke-width="2.2" opacity=".9" d="M-5 -15L-3 -15M3 -15L5 -15M0 -14L1 -11"/></g>
  <g as="hood bare hat wool cap bun"><g as="shut"><path stroke="ink" stroke-width="1.700" opacity=".8" d="M-3 -6Q0 -4 3 -6"/></g><g as="open"><ellipse cx="0" cy="-6" rx="3" ry="3.800" paint="ink" opacity=".9"/></g></g>
  <g as="hat"><path fill="trim" d="M-21 -20C-10 -26 10 -26 21 -20L12 -23C12 -38 -12 -38 -12 -23Z"/></g>
  <g as="wool"><path fill="trim" d="M-12 -19C-13 -34 13 -34 12 -19L12 -15L-12 -15Z"/><circle cx="0" cy="-33" r="4" fill="trim+14"/></g>
  <g as="cap"><path fill="trim" d="M-12 -18C-13 -31 11 -31 12 -20L20 -17L12 -16L-12 -16Z"/></g>
  <g as="beard"><path fill="hair+14" d="M-9 -8C-6 0 6 0 9 -8C10 4 4 12 0 14C-4 12 -10 4 -9 -8Z"/></g>
</motif>
<motif name="person" about="somebody in a robe" {WHO} as="{ALL}">
  <g as="stand carry reach point work">
    <path fill="shoe" d="M-13 2C-13 -4 -2 -4 -1 2ZM1 2C2 -4 13 -4 13 2Z"/>
    <path fill="robe-5" d="M-21 -1C-24 -30 -19 -62 -10 -77L-3 -77C-6 -50 -7 -24 -8 0Z"/>
    <path fill="robe+8" d="M-8 0C-7 -24 -6 -50 -3 -77L4 -77C6 -50 8 -24 9 0Z"/>
    <path fill="robe" d="M9 0C8 -24 6 -50 4 -77L10 -77C19 -62 24 -30 21 -1Z"/>
    <path stroke="ink" opacity=".35" stroke-width="1.500" d="M-13 -8C-13 -26 -11 -40 -9 -50M15 -8C15 -24 13 -38 11 -50"/>
    <g as="brass"><path fill="brass" d="M-10 -72C-12 -58 -8 -46 0 -44C8 -46 12 -58 10 -72Z"/><path stroke="peat" stroke-width="2" d="M-9 -64L9 -64M-9 -57L9 -57M-6 -50L6 -50"/></g>
  </g>
  <g as="stand">
    <path fill="robe+3" d="M-11 -75C-20 -66 -24 -48 -24 -36L-17 -34C-15 -46 -13 -56 -9 -64Z"/><path fill="robe-3" d="M11 -75C20 -66 24 -48 24 -36L17 -34C15 -46 13 -56 9 -64Z"/>
    <circle cx="-21" cy="-32" r="4.500" fill="skin"/><circle cx="21" cy="-32" r="4.500" fill="skin"/>
    <g as="wide"><path fill="skin" d="M-20 -36C-34 -34 -34 -18 -24 -16C-16 -16 -14 -28 -17 -35ZM20 -36C34 -34 34 -18 24 -16C16 -16 14 -28 17 -35Z"/></g>
  </g>
  <g as="carry">
    <path fill="robe+5" d="M-11 -75C-20 -66 -20 -54 -13 -46L22 -50L22 -57L-6 -57Z"/><path fill="skin" d="M22 -58L30 -58L31 -50L22 -49Z"/>
    <g as="wide"><path fill="skin" d="M20 -61C34 -66 42 -56 36 -48C30 -42 22 -46 20 -50Z"/></g>
  </g>
  <g as="reach">
    <path fill="robe+5" d="M-11 -72C-20 -80 -25 -96 -25 -108L-18 -109C-17 -98 -14 -88 -7 -80Z"/><path fill="robe" d="M11 -72C20 -80 25 -96 25 -108L18 -109C17 -98 14 -88 7 -80Z"/>
    <circle cx="-22" cy="-112" r="5" fill="skin"/><circle cx="22" cy="-112" r="5" fill="skin"/>
    <g as="wide"><ellipse cx="-22" cy="-117" rx="9" ry="10" fill="skin"/><ellipse cx="22" cy="-117" rx="9" ry="10" fill="skin"/></g>
  </g>
  <g as="point">
    <path fill="robe+3" d="M-11 -75C-20 -66 -24 -48 -24 -36L-17 -34C-15 -46 -13 -56 -9 -64Z"/><path fill="robe-3" d="M9 -76C22 -76 34 -78 44 -82L46 -75C36 -68 22 -64 10 -63Z"/><path fill="skin" d="M44 -83L62 -86L62 -82L52 -80L50 -74L45 -75Z"/>
  </g>
  <g as="work">
    <path fill="robe+5" d="M-10 -75C-18 -64 -12 -50 6 -44L30 -30L34 -36L12 -52L-4 -62Z"/><path fill="robe-3" d="M11 -75C20 -66 28 -54 36 -46L31 -40C22 -48 14 -56 9 -63Z"/><circle cx="34" cy="-34" r="5" fill="skin"/>
    <g as="wide"><ellipse cx="38" cy="-32" rx="10" ry="8" fill="skin"/></g>
  </g>
  <g as="walk">
    <path fill="shoe" d="M-24 2C-26 -5 -14 -8 -12 -2L-14 3ZM8 3C9 -4 24 -4 25 1L24 3Z"/>
    <path fill="robe-5" d="M-24 -3C-20 -30 -18 -60 -8 -77L-1 -77C-4 -50 -6 -24 -8 -2Z"/><path fill="robe+8" d="M-8 -2C-6 -24 -4 -50 -1 -77L6 -77C8 -50 12 -24 14 -1Z"/><path fill="robe" d="M14 -1C12 -24 8 -50 6 -77L12 -75C20 -56 24 -30 25 -3Z"/>
    <path fill="robe+3" d="M-9 -74C-20 -64 -26 -52 -28 -42L-21 -38C-17 -48 -12 -56 -6 -62Z"/><path fill="robe-3" d="M12 -74C20 -66 26 -56 32 -50L27 -44C20 -50 13 -56 8 -62Z"/>
    <circle cx="-25" cy="-38" r="4.500" fill="skin"/><circle cx="31" cy="-45" r="4.500" fill="skin"/>
  </g>
  <g as="stand carry reach point work walk"><use kit="head" at="1 -75" trim="trim" skin="skin" hair="hair"/></g>
  <g as="sit">
    <path fill="shoe" d="M18 2C18 -5 32 -5 34 1L34 3L18 3Z"/><path fill="robe-5" d="M14 -28L32 -26L30 -2L18 -2Z"/>
    <path fill="robe" d="M-18 -2C-20 -26 -18 -46 -10 -57L8 -57C12 -48 12 -40 12 -34L34 -32C38 -26 36 -20 30 -18L12 -12L10 -2Z"/><path fill="robe+8" d="M-6 -3C-6 -24 -6 -42 -4 -57L6 -57C9 -44 8 -28 6 -14Z"/>
    <path fill="robe+4" d="M-8 -55C-14 -44 -8 -36 4 -34L20 -34L20 -40L6 -42Z"/><circle cx="23" cy="-37" r="4.500" fill="skin"/>
    <g as="brass"><path fill="brass" d="M-9 -54C-10 -42 -6 -32 0 -31C7 -32 10 -42 9 -54Z"/><path stroke="peat" stroke-width="2" d="M-8 -48L8 -48M-7 -42L7 -42"/></g>
    <g as="wide"><ellipse cx="26" cy="-36" rx="10" ry="7" fill="skin"/></g>
    <use kit="head" at="0 -55" trim="trim" skin="skin" hair="hair"/>
  </g>
  <g as="kneel">
    <path fill="robe-5" d="M-26 2C-24 -16 -10 -24 4 -22L26 -4L26 3Z"/><path fill="robe" d="M-14 -14C-16 -34 -12 -46 -6 -55L10 -55C16 -42 16 -26 14 -12Z"/><path fill="robe+8" d="M-3 -14C-4 -32 -3 -44 -1 -55L6 -55C9 -42 9 -28 8 -12Z"/>
    <path fill="robe+4" d="M8 -52C18 -46 26 -38 34 -28L29 -22C20 -30 12 -36 6 -40Z"/><circle cx="33" cy="-22" r="5" fill="skin"/><g as="wide"><ellipse cx="36" cy="-20" rx="10" ry="8" fill="skin"/></g>
    <use kit="head" at="3 -53" trim="trim" skin="skin" hair="hair"/>
  </g>
  <g as="bow">
    <path fill="shoe" d="M-13 2C-13 -4 -2 -4 -1 2ZM1 2C2 -4 13 -4 13 2Z"/><path fill="robe-4" d="M-18 -1C-20 -24 -16 -44 -8 -56L10 -52C16 -34 18 -18 16 -1Z"/><path fill="robe+7" d="M-2 -1C-3 -22 -2 -40 2 -54L10 -52C12 -34 12 -18 10 -1Z"/>
    <path fill="robe" d="M-9 -54C-2 -72 18 -78 34 -72L32 -58C22 -54 16 -48 12 -40Z"/><path fill="robe+4" d="M16 -66C22 -56 24 -44 24 -34L18 -34C16 -44 12 -52 8 -58Z"/><circle cx="21" cy="-30" r="4.500" fill="skin"/>
    <g at="36 -62" turn="48"><use kit="head" trim="trim" skin="skin" hair="hair"/></g>
  </g>
  <g as="lie">
    <path fill="robe" d="M-52 2C-56 -16 -30 -26 -8 -24C20 -24 44 -18 50 -8C52 0 48 3 40 3Z"/><path fill="robe+8" d="M-46 2C-46 -10 -26 -18 -6 -16C14 -16 34 -12 44 -4L40 3Z"/><path fill="shoe" d="M46 -8C56 -10 58 2 50 3L42 3Z"/>
    <g at="-48 -10" turn="-78"><use kit="head" trim="trim" skin="skin" hair="hair"/></g>
  </g>
</motif>
<motif name="stout" about="a broad person, in all stances" {WHO} as="{ALL}"><g size="1.36 .94"><use kit="person" {PASS}/></g></motif>
<motif name="tall" about="a tall person, in all stances" {WHO} as="{ALL}"><g size=".92 1.3"><use kit="person" {PASS}/></g></motif>
<motif name="child" about="a child, in all stances" {WHO} as="{ALL}"><g size=".76 .6"><use kit="person" {PASS}/></g></motif>
<motif name="fenfolk" about="wide-handed people of the Lantern Fen, in oilskin" tints="robe #4f6a54, trim straw, skin skin, hair umber, shoe peat" as="{STANCES} | hat {HEADS} | shut open"><use kit="person" {PASS} as="wide"/></motif>
<motif name="ringer" about="ringers of Bellmoor: wool hat, felt shoes, mouth open" tints="robe #2f6f8f, trim lilac, skin skin, hair umber, shoe silver" as="{STANCES} | wool {HEADS} | open shut"><use kit="person" {PASS}/><g as="stand"><path fill="shoe" d="M-20 3C-22 -7 -3 -7 -2 3ZM2 3C3 -7 22 -7 20 3Z"/></g></motif>
<motif name="diamond" about="diamond-faced people of Quarrel; stand, reach, sit" tints="robe #2a8f9a, face tan, shoe umber" as="stand reach sit">
  <g as="stand reach"><path fill="shoe" d="M-12 2L-10 -6L-1 -6L-1 2ZM1 2L1 -6L10 -6L12 2Z"/><path fill="robe-5" d="M-22 -4L-9 -66L0 -66L0 -4Z"/><path fill="robe+5" d="M22 -4L9 -66L0 -66L0 -4Z"/></g>
  <g as="stand"><path fill="robe" d="M-9 -66L-24 -34L-17 -31L-6 -52Z"/><path fill="robe" d="M9 -66L24 -34L17 -31L6 -52Z"/></g>
  <g as="reach"><path fill="robe" d="M-9 -66L-24 -38L-17 -34L-6 -52Z"/><path fill="robe+3" d="M9 -66L26 -92L33 -88L14 -54Z"/><rect x="26" y="-100" width="8" height="10" fill="white"/></g>
  <g as="sit"><path fill="shoe" d="M16 2L16 -6L30 -6L32 2Z"/><path fill="robe" d="M-20 0L-8 -46L10 -46L14 -28L34 -26L30 -4L18 -4L18 -14L8 0Z"/></g>
  <g as="stand reach"><path fill="face" d="M0 -114L-20 -86L0 -58Z"/><path fill="face+10" d="M0 -114L20 -86L0 -58Z"/><path paint="ink" d="M-9 -88a2.500 3 0 1 0 5 0a2.500 3 0 1 0 -5 0ZM4 -88a2.500 3 0 1 0 5 0a2.500 3 0 1 0 -5 0Z"/><path stroke="ink" stroke-width="2" d="M-4 -76L4 -76"/></g>
  <g as="sit"><path fill="face" d="M0 -92L-20 -66L0 -40Z"/><path fill="face+10" d="M0 -92L20 -66L0 -40Z"/><path paint="ink" d="M-9 -68a2.500 3 0 1 0 5 0a2.500 3 0 1 0 -5 0ZM4 -68a2.500 3 0 1 0 5 0a2.500 3 0 1 0 -5 0Z"/><path stroke="ink" stroke-width="2" d="M-4 -57L4 -57"/></g>
</motif>
<motif name="host" about="brass-chested people of the Kettle Shelf, broad" tints="robe rust, trim cream, skin brown-skin, hair umber, shoe peat" as="{STANCES} | bun {HEADS} | shut open"><g size="1.22 .98"><g as="stand carry reach point work"><use kit="person" {PASS}/><path fill="brass" d="M-10 -72C-13 -58 -9 -44 0 -41C9 -44 13 -58 10 -72Z"/><path stroke="peat" stroke-width="2.200" d="M-10 -64L10 -64M-10 -57L10 -57M-7 -50L7 -50"/></g><g as="sit walk kneel bow lie"><use kit="person" {PASS}/></g></g></motif>
<motif name="mouse" about="ferrymice: ears, whiskers, a coat; stand, reach, asleep" tints="coat honey, fur #9a8474" as="stand reach asleep">
  <path stroke="fur" stroke-width="4" d="M16 -4C40 -2 42 -18 56 -12"/>
  <path fill="coat" under="yes" d="M-22 0C-26 -34 -14 -54 0 -56C16 -54 26 -34 22 0Z"/><path fill="coat+9" d="M-2 0C-4 -20 -2 -40 0 -54C8 -40 8 -20 7 0Z"/>
  <g as="stand asleep"><path fill="coat-5" d="M-10 -48C-20 -40 -24 -28 -24 -20L-17 -18C-14 -28 -10 -36 -6 -40Z"/></g>
  <g as="reach"><path fill="coat-5" d="M-10 -46C-22 -46 -34 -42 -42 -36L-38 -30C-28 -34 -18 -36 -8 -36Z"/><circle cx="-43" cy="-32" r="4.500" fill="fur"/></g>
  <path fill="fur+6" d="M-23 -88a11 12 0 1 0 22 0a11 12 0 1 0 -22 0ZM3 -88a11 12 0 1 0 22 0a11 12 0 1 0 -22 0Z"/><path paint="rose" d="M-17 -87a5 6 0 1 0 10 0a5 6 0 1 0 -10 0ZM9 -87a5 6 0 1 0 10 0a5 6 0 1 0 -10 0Z"/>
  <path fill="fur" d="M-20 -66C-20 -84 -8 -92 2 -90C16 -90 22 -78 20 -68C17 -58 8 -53 -2 -52C-18 -50 -32 -56 -33 -61C-30 -64 -24 -64 -20 -66Z"/>
  <circle cx="-33" cy="-60" r="3.600" paint="ink"/><g as="stand reach"><circle cx="-11" cy="-70" r="3.600" paint="ink"/><circle cx="-12" cy="-71.500" r="1.200" paint="white"/></g><g as="asleep"><path stroke="ink" stroke-width="2.400" d="M-15 -70Q-11 -66 -7 -70"/></g>
  <path stroke="ink" stroke-width="1.400" opacity=".6" d="M-26 -58L-44 -54M-26 -60L-44 -64M-25 -56L-40 -46"/>
</motif>
<motif name="warden" about="tall wardens of Wickwood: black coat, a shade over the eyes; stand, carry, reach, sit" tints="coat #2c3146, trim mint, skin #d8c4b0, shoe black" as="stand carry reach sit">
  <g size=".95 1.32"><g as="stand"><use kit="person" as="stand bare" robe="coat" skin="skin" hair="ink" shoe="shoe"/></g><g as="carry"><use kit="person" as="carry bare" robe="coat" skin="skin" hair="ink" shoe="shoe"/></g><g as="reach"><use kit="person" as="reach bare" robe="coat" skin="skin" hair="ink" shoe="shoe"/></g>
  <g as="stand carry reach"><path fill="trim" d="M-15 -92L15 -92L18 -85L-17 -85Z"/><path stroke="trim" stroke-width="2.500" d="M0 -70L0 -8"/></g></g>
  <g as="sit"><g size="1.050 1.200"><use kit="person" as="sit bare" robe="coat" skin="skin" hair="ink" shoe="shoe"/><path fill="trim" d="M-15 -72L15 -72L18 -65L-17 -65Z"/></g></g>
</motif>
<motif name="traveller" about="a companion seen from behind, coat and pack" tints="coat #4a5a9a, pack wood, hair umber" as="stand">
  <use kit="person" as="stand back" robe="coat" hair="hair"/><path fill="pack" d="M-11 -74L11 -74L13 -44L-13 -44Z"/><path fill="pack+10" d="M-13 -62L13 -62L13 -54L-13 -54Z"/>
</motif>
<motif name="pillar-folk" about="somebody of stone, standing like a pillar" tints="stone stone" as="whole">
  <path fill="stone-6" d="M-20 0L-16 -84L-4 -84L-5 0Z"/><path fill="stone+6" d="M-5 0L-4 -84L6 -84L7 0Z"/><path fill="stone" d="M7 0L6 -84L16 -84L20 0Z"/><path fill="stone+4" d="M-14 -84C-18 -112 18 -112 14 -84Z"/><rect x="-24" y="-6" width="48" height="10" fill="stone-10"/><path stroke="ink" stroke-width="2" opacity=".7" d="M-6 -96L-3 -96M3 -96L6 -96M-3 -90L3 -90"/>
</motif>
<motif name="shadow" about="the shadow of somebody, with nobody to throw it" tints="dark navy" as="stand sit"><g as="stand"><path fill="dark" d="M-20 0C-24 -40 -18 -66 -9 -76C-16 -84 -14 -106 0 -106C14 -106 16 -84 9 -76C18 -66 24 -40 20 0Z"/></g><g as="sit"><path fill="dark" d="M-18 0C-20 -26 -18 -44 -9 -56C-16 -64 -14 -86 0 -86C14 -86 16 -64 9 -56C14 -46 14 -38 14 -32L34 -30L32 0Z"/></g></motif>
<motif name="mask" about="a mask on nothing" tints="face bone" as="whole"><path fill="face" d="M-32 -92C-34 -116 34 -116 32 -92C32 -60 18 -36 0 -34C-18 -36 -32 -60 -32 -92Z"/><path paint="ink" d="M-20 -86Q-12 -96 -4 -86Q-12 -80 -20 -86ZM4 -86Q12 -96 20 -86Q12 -80 4 -86ZM-10 -56Q0 -46 10 -56Q0 -52 -10 -56Z"/><path d="M0 -110L0 -70"/></motif>
</kit>"""
