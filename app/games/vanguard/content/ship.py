"""The logs read aboard, and the star systems."""

from __future__ import annotations

from app.games.vanguard.content.structs import Destination, Log, Route, System

SHIP_LOGS: tuple[Log, ...] = (
    Log(0, "none"),
    Log(50, "none"),
    Log(51, "log 50; unlock production C05; unlock secondary SO1"),
    Log(52, "unlock production C08; unlock secondary SO2; unlock system SY2"),
    Log(53, "unlock system SY3; situation S16 add"),
    Log(54, "unlock system SY4; situation S14 add"),
    Log(55, "unlock system SY5; situation S18 add; situation S19 add"),
    Log(56, "unlock system SY6"),
    Log(
        60,
        "unlock objective O02; unlock research R07; unlock production C10; unlock secondary SO3; "
        "unlock secondary SO4; situation S11 add; situation S12 add; situation S13 add; unlock event "
        "E30; flag gate_open; success +2; if flag dray_friend {energy +1}",
    ),
    Log(
        61,
        "unlock objective O03; unlock research R13; unlock production C12; unlock production C15; "
        "unlock secondary SO5; unlock secondary SO6; situation S15 add; situation S17 add; situation "
        "S20 add; flag sieve_open; success +2",
    ),
    Log(62, "unlock objective O04; flag cradle_open; morale +1; success +3"),
    Log(64, "none"),
    Log(66, "situation draw 1"),
    Log(67, "log 84"),
    Log(70, "energy +2; accord +1; unlock crew A"),
    Log(
        71,
        "choose{File the report (need signal>=2): success +2 / Trade a sample (pay lose-discovery 1):"
        " energy +2 / Ask for hands (pay success -2): recruit 1 / Leave: none}",
    ),
    Log(
        72,
        "choose{Trade news (need signal>=1): unique 12; unlock facility F08; flag dray_friend / Buy "
        "stores (pay success -2): unlock equipment EQ-U02 / Hire (pay success -2): unlock crew A / "
        "Only look: none}",
    ),
    Log(
        73,
        "choose{Light one (pay success -1): accord +1; unlock mod LM12 / Strip one: discovery ores; "
        "accord -1; unlock mod LM12}",
    ),
    Log(
        74,
        "choose{Map the rows: signal +1; unlock equipment EQ-U05 / Gather dust: discovery spores; "
        "unlock equipment EQ-U05}",
    ),
    Log(
        75,
        "unique 28; unlock equipment EQ-M08; unlock equipment EQ-U06; choose{Leave a lamp: accord +1 "
        "/ Leave nothing: none}",
    ),
    Log(76, "choose{Stay: none / Turn for home (need flag candle_found): log 83}"),
    Log(79, "ending END6"),
    Log(80, "ending END1"),
    Log(81, "ending END2"),
    Log(82, "ending END3"),
    Log(83, "ending END4"),
    Log(84, "ending END5"),
    Log(991, "none"),
    Log(999, "none"),
)

SYSTEMS: tuple[System, ...] = (
    System(
        "SY1",
        "Home Reach",
        (Route("SY2", 3, first_log=52),),
        (
            Destination("hollow-buoy", "Hollow Buoy", 1, landing="L01"),
            Destination("brackwater", "Brackwater", 1, landing="L02"),
            Destination("charter-dock", "Charter Dock", 1, log=71, limit="phase"),
        ),
    ),
    System(
        "SY2",
        "Tern's Gate",
        (
            Route("SY1", 2),
            Route("SY3", 3, need="flag gate_open", first_log=53),
            Route("SY4", 3, need="flag gate_open", first_log=54),
        ),
        (
            Destination("umber", "Umber", 1, landing="L03"),
            Destination("lacework", "Lacework", 2, landing="L04"),
            Destination("wayside", "Wayside", 1, log=72, limit="phase"),
        ),
    ),
    System(
        "SY3",
        "Lantern Drift",
        (
            Route("SY2", 3),
            Route("SY4", 3, first_log=54),
        ),
        (
            Destination("vesper-yard", "Vesper Yard", 1, landing="L10"),
            Destination("drift-lamps", "Drift lamps", 1, log=73, limit="once"),
        ),
    ),
    System(
        "SY4",
        "Ashlight",
        (
            Route("SY2", 3),
            Route("SY3", 3, first_log=53),
            Route("SY5", 3, need="flag sieve_open", first_log=55),
        ),
        (
            Destination("ostrakon", "Ostrakon", 2, landing="L05"),
            Destination("paleshore", "Paleshore", 2, landing="L06"),
            Destination("ash-ring", "Ash ring", 1, log=74, limit="once"),
        ),
    ),
    System(
        "SY5",
        "The Sieve",
        (
            Route("SY4", 3),
            Route("SY6", 4, need="flag cradle_open", first_log=56),
        ),
        (
            Destination("skein", "Skein", 2, landing="L07"),
            Destination("the-anvil", "The Anvil", 2, landing="L08"),
            Destination("sieve-eye", "Sieve eye", 2, log=75, limit="once"),
        ),
    ),
    System(
        "SY6",
        "Cradle",
        (Route("SY5", 4),),
        (
            Destination("cradle", "Cradle", 1, landing="L09"),
            Destination("high-orbit", "High orbit", 0, log=76, limit="phase"),
        ),
    ),
)
