"""The words by which a person can come back: 128 short ones that are hard to mishear; twelve of them are 84 bits."""

WORDS = (
    "acorn anchor apple arrow autumn badger bamboo basket beacon beaver bell berry birch bishop blanket blossom bottle "
    "branch bread breeze bridge brook bucket butter button cabin camel candle canyon carpet castle cedar cellar cherry "
    "chimney cinnamon circle cloud clover cobalt comet copper coral cotton cradle crane cricket crown curtain daisy "
    "diamond dolphin donkey dragon drum eagle elbow ember engine falcon feather fiddle forest fossil fountain garden "
    "ginger glacier gravel hammer harbor harvest hazel heron hollow honey island ivory jacket jasmine kettle ladder "
    "lantern lemon lily lizard lobster magnet maple marble meadow mirror mitten morning mountain mustard needle nettle "
    "nutmeg oak ocean olive orchard otter oyster paper parrot pebble pepper pigeon pillow planet pocket pumpkin quarry "
    "rabbit raven ribbon river saddle sparrow thunder timber tulip turtle velvet walnut willow"
).split()
