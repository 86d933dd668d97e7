/** Ordinary words: never typos, and not brands after an article. Words of the lexicon don't have to be listed. */
export const commonWords: ReadonlySet<string> = new Set(
  `able account across act actual add affair afford afraid age agree air aim alive allow alone along amazing amount animal another answer apart
apartment appeal apple apply apron area arm army arrange arrival arrow art artist asset assume attack attempt attention attract author avoid
award aware away baby back bag bake ball ban bank banner bar barely base basic basket bath battle beach bean bear bed bell belong belt bench bend
beside bet bike bill bird birth bite black blame blank blast blind block blond blood bloom blow blue board boat body bold bone bonus boot border
born borrow bottle bottom bound bowl box boy brain branch brand brave bread breath brick bride bridge bright bring broad brother brown brush
build burn bus bush busy butter button buy buyer cable cake came camera camp candle candy cap capital captain car card care career careful carpet
carry cart case cash cast cat catch caught cave cell center centre chain chair chamber champion charge charm chart chase chat cheap cheese chef
chemical chest chicken child choice choose church circle citizen city civil class classic clay clean clear clever climate clock cloth clothes cloud
club clue coach coal coast coat code coffee cold collar colour color comb comfort comic common cook cool copy core corn corner correct cotton
couch council couple courage course court cousin cow craft crazy cream credit creed crew crime crop cross crowd crown cruel cry culture cup cure
curve custom cut cute cycle damage dance danger dark daughter dead deaf deal dear death debt decade decent deck deep deer defeat degree delay deny
depend depth design desk despite destroy device devil diet differ dig dinner dirt dirty dish doctor dog doll dollar door double doubt dozen drama
draw drawer dream dress drift drink drive drug drum dry duck dust duty eager ear earn earth ease east easy eat edge effect effort egg eight elbow
elder else empty enemy energy enjoy enough enter equal error escape even event ever every evil exact exam example excuse exercise exit extra eye
face fact factor fair faith false fame family famous fan fancy farm fashion fast fat fate father fault fear fee feed fence fever fiction field
fight film final fine finger fire firm fish fit fix flag flame flash flat flavor flavour flesh flight float floor flour flow flower fly focus
fold folk fool foot force forest forget fork form fort forty forward frame free freedom freeze fresh friend front fruit fuel fun fund funny fur
gain game garage garden gas gate gather gear gentle ghost giant gift girl glad glance glass global glory glove goal goat god gold golden golf grab
grace grade grain grand grant grass grave gray green grey grill grip ground group grow guard guess guest guide guilt guitar gun guy habit hair half
hall hammer hand handle hang happen happy harbor hard harm hat hate head heal heart heat heaven heavy height hell hero hidden hide hill hint hip
hit hobby hold hole holy honest honey honor hook hope horn horse hospital host hour house huge human humor hunt hurry hurt husband ice icon idle
image impact imply inch index industry inner input inside ink iron island item jacket jail jam jeans jet join joint joy judge juice jury just kick
kid kill king kiss kitchen knee knife knock label labor labour lack lady lake lamp land lane large laser late laugh launch law lawn lawyer layer
lazy leaf lean leap learn leather leave left leg lemon lend length lesson letter liberty lid lie lift light limb limit line lion lip liquid loan
lobby local lock log lonely long loop loose lord loud lovely lower loyal luck lucky lunch lung luxury machine mad magic mail main major maker male
mall man maple march marble march margin mark marry mask mass master match mate mayor maze meal meat medal media medical member memory mental menu
mercy merge mess metal middle mild mile milk mill mind mine minor mint minute mirror mix mixed mobile modern moment monday money monkey moon moral
mother motion motor mount mountain mouse mouth movie mud muscle music mystery nail naked narrow nasty nation native nature navy near neat neck
nerve nest net newly nice night noble noise north nose notion novel nurse nut oak object ocean odd offer office officer oil olive onion onto orange
orbit order organ origin outer outlook oven owner oxygen pace pack pain paint pair palace pale palm pan panel panic paper parent park part partner
party paste past patch path patient pattern pause pay peace peach pear pen pencil pepper perfect permit person pet phase phone photo piano pick
piece pig pile pilot pin pine pink pint pipe pitch pizza plain plan plane planet plant plastic plate plenty plot plug plus pocket poem poet poison
pole police polite pool pop port pot potato pound pour power pray prefer price pride priest prime prince print prison prize produce proof proper
proud prove public pull pump punch pure purple purpose push puzzle queen quest quick quiet quilt quit quote race rack radio rail rain rainbow range
rapid rare rat rather raw ray razor ready reality rear rebel reign relax relief rely remote rent repair repeat repair rescue respect rest restore
rice rich ride rifle ring ripe risk river road rob robot rock rocket role roll roof room root rope rose rough round route row royal rub rubber
rude ruin rule rush sad safe sail salad salt sand satisfy sauce save scale scan scar scare scene school science scope scout scream screen sea seal
search seat second secret sector seed seek seem segment select self sell senior sense sentence serve seven shade shadow shake shall shame shape
shark sharp shave shed sheep sheet shelf shell shelter shine ship shirt shock shoe shoot shop shore shout shower sick sight signal silent silk
silly silver simple sing single sink sister size skill skin skirt sky slack slave sleep slice slight slow small smart smell smile smoke smooth
snake snow soap social sock soft soil soldier solid solve son song soon sort soul sound soup south space spare spark speak speed spell spend spice
spin spirit spoon sport spray spread spring square squeeze staff stage stair stake stamp star stare start station statue stay steady steak steal
steam steel steep stem stick stiff sting stock stomach stone store storm story stove strange straw stream street stress stretch string strip
stripe stroke studio study stuff style such sugar suit summer sun super supply surface sweet swim swing switch sword tale talent tall tank tape
target taste tax tea teach team tear teen tell ten tend tent term text than theory thick thief thin third thirty thread three throat throne throw
thumb ticket tide tie tiger tight tile till timber tiny tip tire tired tissue title toast toe tone tongue tonight tool tooth torch total touch
tough tour towel tower town toy trace trade trail train trap trash travel tray treat tree trial tribe trick trip truck true trunk truth tube tune
tunnel turn twelve twenty twice twin twist type ugly uncle union unique unit unity upon upper urban urge usual vacuum valley valve van vast vein
venue verb very vessel victim video village violin virus visit vital vocal voice vote wage wagon waist wait walk wall wander war warm wash waste
water wave wax way wealth weapon wear weather weave wedding weed weigh weight weird well west wet whale wheat wheel where whether while whisper white
wide wife wild wind window wine wing winter wipe wire wise wish witness wolf woman wonder wood wool word world worry worse worth wound wrap wrist
write yard yellow yet yield young youth zero zone zoom`.split(/\s+/u),
)
