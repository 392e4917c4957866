// The types that the page shares with the server. Written by `cargo xtask types`; do not change by hand.

/**
 * What a seat answers to an ask.
 *
 * Short lists are kept in place, so that most answers need no allocation. Tokens and refs are values, never places
 * in a list of options.
 */
export type Answer = { "choose": Array<Token> } | { "assign": Array<[Token, Token, number]> } | { "spread": Array<[Ref, number]> } | { "number": number } | { "move": { 
/**
 * The movers with their paths.
 */
paths: Array<[ModelId, Path]>, 
/**
 * The followers with their new places.
 */
placed: Array<[ModelId, Pose]>, } } | { "place": Array<[ModelId, Pose]> };

/**
 * Terrain, a zone, an objective, a marker or an aura.
 */
export type Area = { 
/**
 * Which one.
 */
id: AreaId, 
/**
 * What it is.
 */
term: Word, 
/**
 * What it is called, where it has a name of its own.
 */
name?: string, 
/**
 * What it is made of, as battlefield files call it: `wood`, `ruin`. Only for how it is drawn.
 */
scenery?: Word, 
/**
 * Its shape.
 */
outline: Outline, 
/**
 * The walls on its sides, each from one end to the other.
 */
walls?: Array<[Point, Point]>, 
/**
 * How high above the ground its floors are: level 1, level 2 and so on. Models stand on them if the rules let them.
 */
floors?: Array<Length>, 
/**
 * The rules that hold there.
 */
rules?: Array<Word>, 
/**
 * Whose it is.
 */
owner?: Seat, 
/**
 * What is counted for it.
 */
counters?: Array<Counter>, 
/**
 * What applies to it.
 */
marks?: Array<Mark>, };

/**
 * A piece of terrain, a zone, an objective or a marker.
 */
export type AreaId = number;

/**
 * The armies available with the packs that someone brings.
 */
export type Armies = { 
/**
 * All ready-made armies, if the packs are fine.
 */
armies: Array<ArmyInfo>, 
/**
 * All that is wrong with the packs, each with its file, its line and its rule.
 */
faults: Array<Fault>, };

/**
 * A ready-made army.
 */
export type ArmyInfo = { 
/**
 * Its id.
 */
id: Word, 
/**
 * How it plays, in a sentence or two.
 */
text: string, 
/**
 * What its faction is called.
 */
faction: string, 
/**
 * What it costs.
 */
cost: number, 
/**
 * The list.
 */
list: List, };

/**
 * A question to one seat.
 */
export type Ask = { 
/**
 * Its number.
 */
id: number, 
/**
 * Who is asked.
 */
seat: Seat, 
/**
 * The question, a sentence.
 */
text: string, 
/**
 * The rule that asks.
 */
why: RuleId, 
/**
 * What it is about.
 */
about?: Array<Ref>, 
/**
 * The form of the answer.
 */
form: Form, 
/**
 * Whether the answer is hidden from the others until all who are asked at once have answered.
 */
sealed?: boolean, 
/**
 * Whether the answer stays hidden from the others until the rules show it.
 */
secret?: boolean, 
/**
 * Answers worth offering, the likeliest first; each is legal.
 */
suggestions?: Array<Suggestion>, 
/**
 * The answer that a ruling gives when the players do not care, where there is one.
 */
proposal?: Answer, 
/**
 * The answer that does nothing, where there is one.
 */
pass?: Answer, 
/**
 * Standing orders that would answer this question, and those like it.
 */
orders?: Array<Offer>, };

/**
 * The size of what is played on.
 */
export type Battlefield = { 
/**
 * The upper right corner; the lower left one is the origin.
 */
size: Point, };

/**
 * A match that was started.
 */
export type Begun = { 
/**
 * Its id.
 */
id: string, };

/**
 * A rulebook.
 */
export type Book = { 
/**
 * The id of its game.
 */
id: string, 
/**
 * What it is called.
 */
title: string, 
/**
 * Its rules and rulings, in its order.
 */
entries: Array<BookEntry>, };

/**
 * A rule or a ruling.
 */
export type BookEntry = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its title, or the question that it decides.
 */
title: string, 
/**
 * What sort of entry it is: `play`, `definition`, `advice`, `physical`, or `ruling`.
 */
kind: string, 
/**
 * What it says.
 */
text: string, 
/**
 * Why it was decided so, and how else it may be played, a sentence each.
 */
notes: Array<string>, 
/**
 * Related rules and rulings.
 */
see: Array<string>, };

/**
 * The values of a kind of unit.
 */
export type Card = { 
/**
 * Which one.
 */
id: CardId, 
/**
 * What it is called.
 */
name: string, 
/**
 * Its keywords.
 */
tags?: Array<Word>, 
/**
 * Its values.
 */
stats: Array<Stat>, 
/**
 * Its weapons.
 */
weapons?: Array<Weapon>, 
/**
 * What it can do.
 */
abilities?: Array<Word>, 
/**
 * What it costs.
 */
cost?: number, };

/**
 * A card: the printed values of a kind of unit.
 */
export type CardId = number;

/**
 * A change of a view.
 */
export type Change = { "whole": View } | { "moment": Moment } | { "put-seat": SeatView } | { "put-area": Area } | { "put-unit": Unit } | { "put-model": Model } | { "put-card": Card } | { "drop-area": AreaId } | { "drop-unit": UnitId } | { "drop-model": ModelId } | { "drop-card": CardId };

/**
 * An option of a choice.
 */
export type Choice = { 
/**
 * Its value in the answer.
 */
token: Token, 
/**
 * What it is called.
 */
label: string, 
/**
 * What it means, where the label does not say it all.
 */
text?: string, 
/**
 * What it points at.
 */
refs?: Array<Ref>, 
/**
 * What it costs of the budget.
 */
cost?: number, 
/**
 * Why it cannot be chosen now.
 */
refused?: Refusal, };

/**
 * Something counted.
 */
export type Counter = { 
/**
 * What.
 */
term: Word, 
/**
 * How much of it.
 */
value: number, 
/**
 * Of how much, where there is a most.
 */
of?: number, 
/**
 * Where it is shown.
 */
shown: Shown, };

/**
 * Where the dice of a match come from.
 */
export type DiceFrom = { "promised": { 
/**
 * The promise.
 */
promise: string, 
/**
 * What each seat adds.
 */
contributions: Array<string>, } } | "typed";

/**
 * A die.
 */
export type Die = { 
/**
 * Its number in the match.
 */
id: DieId, 
/**
 * What its sides show.
 */
faces: Faces, 
/**
 * What it is thrown for.
 */
of?: Ref, 
/**
 * What it shows; zero before it is thrown.
 */
shows: number, 
/**
 * The die that it was thrown again for, or that it replaces.
 */
follows?: DieId, };

/**
 * The number of a die in its match, counted from 0 in the order of throwing.
 */
export type DieId = number;

/**
 * The answer that comes of a wish, and what the rules say of it.
 */
export type Draft = { 
/**
 * The answer: ways around what stands in between, and ends as wished or close to it.
 */
answer: Answer, 
/**
 * What the rules say of it.
 */
verdict: Verdict, };

/**
 * Something that a seat hears of.
 */
export type Event = { 
/**
 * Its number among the events of this viewer.
 */
n: number, 
/**
 * What happened; nothing to say where only the view changes.
 */
text?: Text, 
/**
 * The dice that were thrown.
 */
roll?: Roll, 
/**
 * What shows that it is so.
 */
proof?: Proof, 
/**
 * What changes in the view.
 */
changes?: Array<Change>, 
/**
 * The first of the events that this one sums up: those from there up to here tell the same at length.
 */
since?: number, };

/**
 * What a die shows: `D6`, or its faces one by one, such as `0 0 1 1 1 2`.
 *
 * Equal faces print alike, and what is printed can be read back.
 *
 * ```
 * use chance::Faces;
 *
 * const COMMAND_DIE: Faces = Faces::listed(&[0, 0, 1, 1, 1, 2]);
 * assert_eq!(COMMAND_DIE.shows(5), 2);
 * assert_eq!(Faces::listed(&[1, 2, 3]), Faces::D3);
 * assert_eq!("D8".parse(), Ok(Faces::D8));
 * ```
 */
export type Faces = string;

/**
 * Something wrong with a list or a set-up; all of them are reported at once.
 */
export type Fault = { 
/**
 * The rule it breaks.
 */
rule: RuleId, 
/**
 * Where.
 */
at?: Ref, 
/**
 * A sentence.
 */
text: string, };

/**
 * What a match is played on.
 */
export type FieldChoice = { "seed": number } | { "text": string };

/**
 * A base or hull, without a place.
 */
export type Footprint = string;

/**
 * The form an answer has.
 */
export type Form = { "choose": { 
/**
 * All options, the refused ones with their reason.
 */
options: Array<Choice>, 
/**
 * The fewest that may be chosen.
 */
min: number, 
/**
 * The most that may be chosen.
 */
max: number, 
/**
 * Whether the order of the choice matters.
 */
ordered: boolean, 
/**
 * What the costs of the chosen options may add up to, where options have a cost.
 */
budget?: number, 
/**
 * Options that share a limit on how many may be chosen.
 */
groups?: Array<Group>, } } | { "assign": { 
/**
 * What is given out, and how much of it there is.
 */
from: Array<Share<Token>>, 
/**
 * Who may get it, and how much.
 */
to: Array<Share<Token>>, 
/**
 * Which may go to which, where not every pair may.
 */
pairs?: Array<[Token, Token]>, } } | { "spread": { 
/**
 * How much there is to spread.
 */
amount: number, 
/**
 * Over what, and how much each may take.
 */
over: Array<Share<Ref>>, 
/**
 * Whether the order of the answer matters.
 */
ordered: boolean, } } | { "number": { 
/**
 * The least.
 */
min: number, 
/**
 * The most.
 */
max: number, 
/**
 * The step from one number to the next.
 */
step: number, } } | { "move": { 
/**
 * Those that walk.
 */
movers: Array<Mover>, 
/**
 * Those that are put down again near them.
 */
followers: Array<ModelId>, 
/**
 * The limits on where they go and end.
 */
limits: Array<Limit>, 
/**
 * Whether models may be left out.
 */
omit: Omit, } } | { "place": { 
/**
 * The models.
 */
models: Array<ModelId>, 
/**
 * Where they may stand.
 */
within: Region, 
/**
 * Further limits on where they stand.
 */
limits: Array<Limit>, 
/**
 * Whether models may be left out.
 */
omit: Omit, } };

/**
 * What a search for words found, best first.
 */
export type Found = { 
/**
 * How many there are in all.
 */
count: number, 
/**
 * The best of them.
 */
entries: Array<BookEntry>, };

/**
 * What a page says. Whatever has an `id` gets exactly one [`Reply`] with it, except where a newer question of the same
 * kind came before the answer was found: then the older one gets none.
 */
export type FromPage = { "look": { 
/**
 * Through whose eyes.
 */
viewer: Viewer, 
/**
 * What it has heard already through these eyes.
 */
since?: Since, } } | { "answer": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * The ask.
 */
ask: number, 
/**
 * Who answers.
 */
seat: Seat, 
/**
 * The answer.
 */
gives: Answer, } } | { "dice": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * How many entries the match had when they were asked for, so that the same dice are not taken twice.
 */
entries: number, 
/**
 * What they show, in the order of the roll.
 */
shown: Array<number>, } } | { "undo": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * The entry of the answer, as [`Undo`] names it.
 */
to: number, 
/**
 * The people at this page who agree; bots do not mind.
 */
agreed: Array<Seat>, } } | { "stand": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * Whose order.
 */
seat: Seat, 
/**
 * The order.
 */
order: Order, 
/**
 * Whether it is given, not withdrawn.
 */
given: boolean, } } | { "leave": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * Who.
 */
seat: Seat, } } | { "preview": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * The ask.
 */
ask: number, 
/**
 * Who would answer.
 */
seat: Seat, 
/**
 * The answer.
 */
gives: Answer, } } | { "draft": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * The ask.
 */
ask: number, 
/**
 * Who would answer.
 */
seat: Seat, 
/**
 * Where the models are wished.
 */
wish: Array<[ModelId, Pose]>, } } | { "query": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * The question.
 */
query: Query, } };

/**
 * A game, with all that a page needs to know of it before a match.
 */
export type GameInfo = { 
/**
 * Its id.
 */
id: Word, 
/**
 * The version of its rules.
 */
version: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * What it is, in a sentence or two.
 */
text: string, 
/**
 * The fewest and the most that can play.
 */
seats: [number, number], 
/**
 * The form of its settings.
 */
settings: Array<Setting>, 
/**
 * Its words.
 */
terms: Array<Term>, 
/**
 * Ready-made armies.
 */
armies: Array<ArmyInfo>, 
/**
 * Whether people can bring packs with factions of their own.
 */
packs: boolean, 
/**
 * Ready-made battlefields: their names, and what they are like.
 */
fields: Array<Recap>, 
/**
 * The levels of bots, the weakest first.
 */
bots: Array<Term>, 
/**
 * The standing orders that seats may give.
 */
orders: Array<Term>, 
/**
 * Those of somebody who wants to play at once, with all preparation done.
 */
quick_start: Array<Order>, 
/**
 * What a first-time player is told, step by step.
 */
lessons: Array<Lesson>, 
/**
 * The titles of rules, by their ids.
 */
titles: { [key in string]: string }, };

/**
 * Options that share a limit on how many may be chosen.
 */
export type Group = { 
/**
 * The options.
 */
tokens: Array<Token>, 
/**
 * How few of them.
 */
min: number, 
/**
 * How many of them.
 */
max: number, };

/**
 * Something that the viewer knows to exist, but does not see.
 */
export type Hidden = { 
/**
 * What.
 */
term: Word, 
/**
 * How many.
 */
count: number, };

/**
 * Who holds a seat.
 */
export type HolderChoice = "person" | { "bot": { 
/**
 * The level.
 */
level: Word, } };

/**
 * A length in units of 0.01 mm.
 */
export type Length = number;

/**
 * A step of a first match, explained when somebody is asked this for the first time.
 */
export type Lesson = { 
/**
 * The rule that asks.
 */
asked: RuleId, 
/**
 * What it is about, in a few words.
 */
title: string, 
/**
 * What happens here and what is worth knowing, in a few sentences.
 */
text: string, };

/**
 * A limit on where models go and end; drawn by the page, checked by the rules.
 */
export type Limit = { 
/**
 * What it is called.
 */
term: Word, 
/**
 * What the models must do.
 */
kind: LimitKind, 
/**
 * The models it applies to; all of them if none is named.
 */
models?: Array<ModelId>, 
/**
 * The things it refers to.
 */
from?: Array<Ref>, 
/**
 * Whether of areas only their walls count.
 */
walls?: boolean, 
/**
 * Whether one of `from` is enough.
 */
any?: boolean, 
/**
 * By how much.
 */
gap: Length, 
/**
 * Whether exactly the gap is far enough away.
 */
"at-gap"?: boolean, 
/**
 * Which of the models must.
 */
who: Who, 
/**
 * Whether it applies along the way too.
 */
"on-the-way"?: boolean, 
/**
 * Whether no legal answer may do better; the planner judges.
 */
best?: boolean, 
/**
 * Where that is, for a limit that names a place.
 */
at?: Array<Outline>, 
/**
 * The rule behind it, which refusals name.
 */
rule: RuleId, 
/**
 * Further rules behind it.
 */
also?: Array<RuleId>, };

/**
 * The kinds of limit.
 */
export type LimitKind = "keep-away" | "end-within" | "end-at" | { "stay-linked": { 
/**
 * Of how many others.
 */
neighbours: number, 
/**
 * How far apart in height.
 */
height: Length, 
/**
 * Whether all must hang together.
 */
connected: boolean, 
/**
 * Of this one model instead, wherever it ends.
 */
hub?: ModelId, } } | { "end-closer": { 
/**
 * Whether staying as near is not enough.
 */
strictly: boolean, } } | "not-through";

/**
 * A line to draw.
 */
export type Line = { 
/**
 * From here.
 */
from: Point, 
/**
 * To here.
 */
to: Point, };

/**
 * An army list as a player writes it. Whether it is a legal army is for the rules to judge.
 */
export type List = { 
/**
 * What the army is called.
 */
name: string, 
/**
 * The faction that its cards are taken from.
 */
faction: Word, 
/**
 * The kind of army within the faction, where there are several.
 */
formation?: Word, 
/**
 * What else is said of the army, where the game has words for it, such as `painted`.
 */
marks?: Array<Word>, 
/**
 * The units, in the order they are written.
 */
unit?: Array<ListUnit>, };

/**
 * A unit of an army list.
 */
export type ListUnit = { 
/**
 * The card.
 */
card: Word, 
/**
 * What the player calls it; otherwise it is called as its card is.
 */
name?: string, 
/**
 * How many models; the fewest that the card allows when nothing is said.
 */
models?: number, 
/**
 * The base of its models, where it is unlike that of the card.
 */
base?: Footprint, 
/**
 * The card of the unit that this one joins.
 */
joins?: Word, 
/**
 * Whether it commands the army, where the game wants to know.
 */
commander?: boolean, 
/**
 * The options of its card that it takes: how many models have each, or 1 for one of the whole unit.
 */
options?: { [key in Word]: number }, };

/**
 * How ground looks of which something is said; where several things are said, it has something of each look.
 */
export type Look = "solid" | "shelter" | "rough" | "high" | "zone" | "goal";

/**
 * Something that applies for a while.
 */
export type Mark = { 
/**
 * What.
 */
term: Word, 
/**
 * Until when, in words.
 */
until?: Word, 
/**
 * Where it comes from.
 */
from?: Ref, };

/**
 * A match, as a list of matches shows it.
 */
export type MatchInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game.
 */
game: Word, 
/**
 * What the players are called, in the order of their seats.
 */
names: Array<string>, 
/**
 * Who holds each seat.
 */
holders: Array<HolderChoice>, 
/**
 * The seats of the browser that asks.
 */
mine: Array<Seat>, 
/**
 * Whether dice are typed in.
 */
typed: boolean, 
/**
 * When it was started, in seconds since 1970.
 */
made: number, 
/**
 * When something last happened in it.
 */
touched: number, 
/**
 * Which round it is in.
 */
round: number, 
/**
 * How it ended.
 */
outcome?: Outcome, 
/**
 * Whether its saved data cannot be read; if so, only its id is known.
 */
damaged: boolean, };

/**
 * A model.
 */
export type Model = { 
/**
 * Which one.
 */
id: ModelId, 
/**
 * The unit it belongs to; none for a marker.
 */
unit?: UnitId, 
/**
 * What it is called.
 */
name: string, 
/**
 * Where it stands; nowhere while it is not on the battlefield.
 */
pose?: Pose, 
/**
 * The shape of its base around the origin.
 */
outline: Outline, 
/**
 * Its weapons.
 */
weapons?: Array<WeaponId>, 
/**
 * What is counted for it.
 */
counters?: Array<Counter>, 
/**
 * What applies to it.
 */
marks?: Array<Mark>, };

/**
 * A single model, or a marker that can be put down and taken up like one.
 */
export type ModelId = number;

/**
 * A change of what a roll needs.
 */
export type Modifier = { 
/**
 * The rule it comes from.
 */
rule: RuleId, 
/**
 * By how much; by nothing where the need that it begins with has taken the rule into account.
 */
by: number, };

/**
 * Where a match stands.
 */
export type Moment = { 
/**
 * The round, from 1; 0 before the first.
 */
round: number, 
/**
 * The last round, where there is one.
 */
of?: number, 
/**
 * The phase, and the part of it.
 */
phase: Array<Word>, 
/**
 * Whose turn it is.
 */
active?: Seat, 
/**
 * The order of the seats.
 */
order?: Array<Seat>, 
/**
 * How it ended.
 */
outcome?: Outcome, };

/**
 * A model that walks.
 */
export type Mover = { 
/**
 * Which one.
 */
model: ModelId, 
/**
 * How far it may go; the query `reach` says where that takes it.
 */
allowance: Length, 
/**
 * Where it may start, when it is not on the battlefield yet; the first leg of its path is then its start.
 */
start?: Region, 
/**
 * Ground that shortens the allowance of a path that touches it, once.
 */
tolls?: Array<Toll>, };

/**
 * A match to start.
 */
export type NewMatch = { 
/**
 * The game.
 */
game: Word, 
/**
 * Players, armies, settings and battlefield.
 */
setup: Setup, 
/**
 * Who holds each seat.
 */
holders: Array<HolderChoice>, 
/**
 * Where the dice come from.
 */
dice: DiceFrom, 
/**
 * Standing orders that seats give before anything else, as far as the match does not end before somebody is asked.
 */
orders?: Array<[Seat, Order]>, };

/**
 * Where a match stands, for one viewer.
 */
export type Now = { 
/**
 * For whom.
 */
viewer: Viewer, 
/**
 * How many entries the match has.
 */
entries: number, 
/**
 * All seats that have not answered.
 */
seats: Array<Seat>, 
/**
 * Those of them, at this page, whose question or view is not for everyone's eyes.
 */
private: Array<Seat>, 
/**
 * What this viewer is asked.
 */
asks: Array<Ask>, 
/**
 * Dice to be typed in.
 */
dice?: Roll, 
/**
 * What could be taken back.
 */
undo?: Undo, 
/**
 * The standing orders in force of the seats at this page.
 */
orders?: Array<[Seat, Offer]>, 
/**
 * How the match ended.
 */
outcome?: Outcome, 
/**
 * Why it cannot continue.
 */
frozen?: string, 
/**
 * What was promised about the dice.
 */
promise?: string, };

/**
 * Probabilities of what may come.
 */
export type Odds = { 
/**
 * What it is about.
 */
title: string, 
/**
 * One or several distributions.
 */
series: Array<Series>, 
/**
 * What was assumed about later decisions.
 */
policies?: Array<Text>, 
/**
 * Whether it was computed, not sampled.
 */
exact: boolean, };

/**
 * A standing order that is offered together with a question it would answer.
 */
export type Offer = { 
/**
 * What it says, in a few words: "no Feats this Round".
 */
label: string, 
/**
 * The order.
 */
order: Order, };

/**
 * Whether a move or a placement may leave models out.
 */
export type Omit = "nobody" | "everybody" | "anybody";

/**
 * What a match would look like before anything happens.
 */
export type Opening = { 
/**
 * What everybody would see, if it can be played.
 */
view: View | null, 
/**
 * All that is wrong with it, each with its rule.
 */
faults: Array<Fault>, };

/**
 * A standing order: an answer given in advance.
 */
export type Order = { 
/**
 * Which of the ruleset's orders.
 */
order: Word, 
/**
 * What it is about, if it does not hold for everything: one unit, for example.
 */
about?: Ref, 
/**
 * Its number, if it has one: a length in units, a count, a round.
 */
value?: number, 
/**
 * How long it holds.
 */
scope?: Scope, };

/**
 * How a match ended.
 */
export type Outcome = { 
/**
 * Who won: one seat; several share a draw; nobody when all lost.
 */
winners: Array<Seat>, 
/**
 * The score of each seat.
 */
scores: Array<number>, 
/**
 * Why it ended.
 */
rule: RuleId, 
/**
 * The last word of the log that names it.
 */
word: Word, };

/**
 * A shape: corners (one, two or many) widened by a radius, less its holes.
 *
 * One corner and a radius is a disc; four corners and no radius a rectangle.
 */
export type Outline = { 
/**
 * The corners, counter-clockwise.
 */
corners: Array<Point>, 
/**
 * How far the shape reaches beyond its corners and edges.
 */
radius: Length, 
/**
 * Parts that are cut out, each without holes of its own.
 */
holes?: Array<Outline>, };

/**
 * A file that adds to what armies are made of. Only the game that it is for can read it.
 */
export type Pack = { 
/**
 * What the file is called, which is where faults say they are.
 */
file: string, 
/**
 * Its text.
 */
text: string, };

/**
 * The poses a model passes, without the one it starts from; the last one is where it ends.
 *
 * Each leg is a straight line of the centre, walked with the facing of the pose it ends in; turning sweeps nothing.
 */
export type Path = Array<Pose>;

/**
 * Where a unit is.
 */
export type Place = "on-field" | { "inside": Ref } | { "aside": Word } | "gone";

/**
 * A player of a match.
 */
export type Player = { 
/**
 * What the player is called.
 */
name: string, 
/**
 * The army, in games that have any; the game chooses one that is ready when nothing is said.
 */
army?: List, };

/**
 * A point, in units to the right and upwards from the lower left corner.
 */
export type Point = [number, number];

/**
 * Where a model stands, on which level, and which of the 1,024 directions it faces.
 */
export type Pose = { 
/**
 * The centre of its base.
 */
at: Point, 
/**
 * The level of the terrain it stands on; the ground is 0.
 */
level?: number, 
/**
 * Its facing, from 0 (to the right) counter-clockwise, below [`FACINGS`].
 */
facing?: number, };

/**
 * A promise about dice, made before anyone adds to them.
 */
export type Promise = { 
/**
 * The id to name when the match starts.
 */
id: string, 
/**
 * The hash of the secret.
 */
commitment: string, };

/**
 * A verdict that can be drawn.
 */
export type Proof = { 
/**
 * The verdict in a sentence, with its rules and what it points at.
 */
text: Text, 
/**
 * Lines that show it.
 */
lines?: Array<Line>, 
/**
 * Regions that show it.
 */
regions?: Array<Region>, 
/**
 * Dice that would be thrown, with what they need and why; they show nothing yet. Where how many there are depends on
 * other dice, one stands for all of them.
 */
rolls?: Array<Roll>, 
/**
 * Probabilities behind it.
 */
odds?: Odds, 
/**
 * What the same seat is asked straight after this answer, if it may pass on it and nobody can come in between: both
 * can be shown as one form.
 */
then?: Ask, };

/**
 * A question about the position that changes nothing.
 */
export type Query = { "measure": [Ref, Ref] } | { "sight": [Ref, Ref] } | { "reach": ModelId } | { "threat": UnitId } | { "odds": [number, Answer] } | { "why": number };

/**
 * Something that can be picked by its id.
 */
export type Recap = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it is called or like.
 */
text: string, };

/**
 * Something in a match that can be pointed at; written `unit:7`.
 */
export type Ref = string;

/**
 * Why an answer is not accepted: which rule, where, by how much.
 */
export type Refusal = { 
/**
 * The rule.
 */
rule: RuleId, 
/**
 * A sentence.
 */
text: string, 
/**
 * What is in the way.
 */
refs?: Array<Ref>, 
/**
 * Where.
 */
at?: Array<Outline>, 
/**
 * By how much.
 */
by?: Length, 
/**
 * The nearest answer that would be accepted, where one is known.
 */
mend?: Answer, };

/**
 * Several outlines taken together.
 */
export type Region = Array<Outline>;

/**
 * A match to play again.
 */
export type Rematch = { 
/**
 * Where the dice come from; what the seats add goes by the new order of the seats.
 */
dice: DiceFrom, };

/**
 * A match to replay.
 */
export type Replay = { 
/**
 * The game.
 */
game: Word, 
/**
 * What the players are called.
 */
names: Array<string>, 
/**
 * How it ended, if it has.
 */
outcome: Outcome | null, 
/**
 * What came of checking it: how many answers and dice were compared, or what is wrong.
 */
checked: string, 
/**
 * Whether every answer, die and fact is as it should be.
 */
sound: boolean, 
/**
 * The match through the eyes of a spectator, then of each seat.
 */
viewpoints: Array<Viewpoint>, };

/**
 * The reply to a message.
 */
export type Reply = "done" | { "refused": Refusal } | { "wrong": string } | { "proof": Proof } | { "draft": Draft };

/**
 * Dice thrown together, with the rule that asks for them.
 *
 * A rule hands in a roll whose dice show nothing yet, and gets it back thrown.
 */
export type Roll = { 
/**
 * The rule that asks for it.
 */
why: RuleId, 
/**
 * Who throws.
 */
seat: Seat, 
/**
 * The dice.
 */
dice: Array<Die>, 
/**
 * What a die must show at least, where the rule says so, after all modifiers.
 */
need?: number, 
/**
 * Whether the dice are added up, so that their sum must reach the need.
 */
summed?: boolean, 
/**
 * What changed the need, each with its rule.
 */
modifiers?: Array<Modifier>, };

/**
 * The id of a rule or ruling, as in the rulebook files: `duel.move.followers`.
 */
export type RuleId = string;

/**
 * How long a standing order holds.
 */
export type Scope = "match" | "step";

/**
 * One side of a match, numbered from 0 in the order of the set-up.
 */
export type Seat = number;

/**
 * One side of the match.
 */
export type SeatView = { 
/**
 * Which one.
 */
id: Seat, 
/**
 * What the player is called.
 */
name: string, 
/**
 * What is counted for it.
 */
counters?: Array<Counter>, 
/**
 * Dice laid aside for later.
 */
pool?: Array<Die>, 
/**
 * What the viewer knows to exist, but not to see.
 */
hidden?: Array<Hidden>, 
/**
 * What applies to it.
 */
marks?: Array<Mark>, 
/**
 * Whether it has left.
 */
gone: boolean, };

/**
 * A distribution: values and their probabilities.
 */
export type Series = { 
/**
 * What the values are.
 */
label: string, 
/**
 * The values, ascending.
 */
values: Array<number>, 
/**
 * The probability of each value.
 */
p: Array<number>, };

/**
 * One setting of a match: a house rule, a target, a module; together they are one form.
 */
export type Setting = { 
/**
 * Its name, `topic.setting`.
 */
name: string, 
/**
 * What it is called.
 */
label: string, 
/**
 * What it decides, a sentence or two.
 */
text: string, 
/**
 * What values it takes.
 */
kind: SettingKind, 
/**
 * The value when nothing is said.
 */
default: Value, 
/**
 * The ruling behind it.
 */
rule: RuleId, 
/**
 * The part of the form it stands in.
 */
group: string, 
/**
 * The setting and value without which it does nothing; a form hides it then.
 */
needs?: [string, Value], };

/**
 * What values a setting takes.
 */
export type SettingKind = { "choice": Array<Word> } | { "set": Array<Word> } | { "number": { 
/**
 * The least.
 */
min: number, 
/**
 * The most.
 */
max: number, 
/**
 * Whether `none` is a value too.
 */
optional: boolean, } } | "switch" | { "length": { 
/**
 * Whether `none` is a value too.
 */
optional: boolean, } } | "dice";

/**
 * Who sits where and what is played: what a match is started from.
 */
export type Setup = { 
/**
 * The players, in the order of their seats.
 */
players: Array<Player>, 
/**
 * The settings that are unlike the default.
 */
settings?: { [key in string]: Value }, 
/**
 * What is played on, in games that have battlefields; the game chooses when nothing is said.
 */
field?: FieldChoice, 
/**
 * Packs that somebody brings, in games that have any.
 */
packs?: Array<Pack>, };

/**
 * A part of a spread or an assignment, and what it may take.
 */
export type Share<T> = { 
/**
 * Who or what.
 */
of: T, 
/**
 * The least it takes.
 */
min: number, 
/**
 * The most it takes.
 */
max: number, };

/**
 * Where a counter is shown.
 */
export type Shown = "base" | "panel" | "card";

/**
 * How much of a match a page has heard.
 */
export type Since = { 
/**
 * Which telling of the match: a match that was loaded anew is told anew.
 */
telling: number, 
/**
 * How many events of it.
 */
heard: number, };

/**
 * A value on a card.
 */
export type Stat = { 
/**
 * What it is.
 */
term: Word, 
/**
 * As printed.
 */
printed: string, 
/**
 * As it is now, where that differs.
 */
now?: string, 
/**
 * Why it differs.
 */
because?: Array<RuleId>, };

/**
 * An answer worth offering.
 */
export type Suggestion = { 
/**
 * What it does, in a few words.
 */
label: string, 
/**
 * The answer.
 */
answer: Answer, 
/**
 * What is likely to come of it.
 */
odds?: Odds, };

/**
 * A word of a game, explained once: a stat, keyword, action, phase, mark or standing order.
 */
export type Term = { 
/**
 * The word.
 */
id: Word, 
/**
 * As the book spells it.
 */
label: string, 
/**
 * What it means.
 */
text: string, 
/**
 * The rules behind it.
 */
rules?: Array<RuleId>, 
/**
 * One or two characters that can be read without colour.
 */
sign: string, 
/**
 * How it should look.
 */
tone: Tone, 
/**
 * How ground looks of which this is said; nothing where it is said of no ground.
 */
ground?: Look, };

/**
 * A sentence with what it points at and the rules behind it.
 */
export type Text = { 
/**
 * The sentence.
 */
sentence: string, 
/**
 * What it points at.
 */
refs?: Array<Ref>, 
/**
 * The rules behind it.
 */
rules?: Array<RuleId>, };

/**
 * What the server says to a page.
 */
export type ToPage = { "match": MatchInfo } | { "heard": { 
/**
 * Through whose eyes.
 */
viewer: Viewer, 
/**
 * Which telling. A page that followed another one forgets it and starts afresh.
 */
telling: number, 
/**
 * The events; the first one's number says where they go on.
 */
events: Array<Event>, } } | { "now": Now } | { "reply": { 
/**
 * The number of the message.
 */
id: number, 
/**
 * The reply.
 */
reply: Reply, } } | { "broken": string };

/**
 * What a choice is made of: a word (`evade`), a ref (`unit:7`), or a word about a ref (`charge@unit:7`).
 */
export type Token = string;

/**
 * Ground that shortens the allowance of a path that touches it.
 */
export type Toll = { 
/**
 * The ground; a path pays once, however much of it it touches.
 */
areas: Array<Ref>, 
/**
 * Whether it is enough to be in contact with it; otherwise a base must share ground with it.
 */
touching?: boolean, 
/**
 * By how much.
 */
by: Length, 
/**
 * The rule behind it.
 */
rule: RuleId, };

/**
 * How a term should look; what it looks like is the page's matter.
 */
export type Tone = "plain" | "good" | "bad" | "strong" | "faint";

/**
 * Why a request was refused.
 */
export type Trouble = { 
/**
 * A sentence.
 */
trouble: string, 
/**
 * All that is wrong with a set-up, each with its rule.
 */
faults: Array<Fault>, };

/**
 * Something that could be taken back.
 */
export type Undo = { 
/**
 * The entry of the answer.
 */
to: number, 
/**
 * Whose answer it was.
 */
seat: Seat, 
/**
 * The people whose consent it needs, apart from whoever answered; nobody if nothing was rolled or revealed since.
 */
needs: Array<Seat>, 
/**
 * Why it needs consent.
 */
why?: string, };

/**
 * A unit.
 */
export type Unit = { 
/**
 * Which one.
 */
id: UnitId, 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * Its card.
 */
card: CardId, 
/**
 * What it is called.
 */
name: string, 
/**
 * Where it is.
 */
place: Place, 
/**
 * The model that leads it.
 */
leader?: ModelId, 
/**
 * What is counted for it.
 */
counters?: Array<Counter>, 
/**
 * What applies to it.
 */
marks?: Array<Mark>, };

/**
 * A unit.
 */
export type UnitId = number;

/**
 * The value of a setting.
 */
export type Value = "none" | { "switch": boolean } | { "number": number } | { "length": Length } | { "choice": Word } | { "set": Array<Word> } | { "dice": string };

/**
 * What the rules say of an answer that is not given yet.
 */
export type Verdict = { "allowed": Proof } | { "refused": Refusal };

/**
 * What a seat or a spectator may know of a match.
 */
export type View = { 
/**
 * The ruleset.
 */
game: Word, 
/**
 * The settings that are unlike the default.
 */
settings: { [key in string]: Value }, 
/**
 * The sides.
 */
seats: Array<SeatView>, 
/**
 * Where the match stands.
 */
moment: Moment, 
/**
 * What is played on.
 */
field: Battlefield, 
/**
 * Terrain, zones, objectives and markers.
 */
areas: Array<Area>, 
/**
 * The units.
 */
units: Array<Unit>, 
/**
 * The models.
 */
models: Array<Model>, 
/**
 * The cards in use.
 */
cards: Array<Card>, };

/**
 * Who looks: a seat, or a spectator, who knows no secrets.
 */
export type Viewer = { "seat": Seat } | "spectator";

/**
 * One viewpoint of a replay.
 */
export type Viewpoint = { 
/**
 * The seat; none for a spectator.
 */
seat: Seat | null, 
/**
 * All that it heard.
 */
events: Array<Event>, };

/**
 * A weapon on a card.
 */
export type Weapon = { 
/**
 * Which one.
 */
id: WeaponId, 
/**
 * What it is called.
 */
name: string, 
/**
 * Its values.
 */
stats: Array<Stat>, 
/**
 * Its keywords.
 */
tags?: Array<Word>, };

/**
 * A weapon in the hands of one model.
 */
export type WeaponId = number;

/**
 * Which of the models a limit applies to.
 */
export type Who = "each" | "each-if-able" | { "at-least": number };

/**
 * A lower-case word such as `evade` or `charge-vigor`: letters, digits and hyphens, none of them in front, at most
 * [`Word::LONGEST`].
 *
 * It is copied like a number and needs no allocation, because answers are made of words and asks are many.
 */
export type Word = string;
