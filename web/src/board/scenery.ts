// How ground looks: what it is made of, or else what the game says of it.

import type { Glossary } from '../names';
import type { Area, Look } from '../wire';

/** The colours of ground, by name in the style sheet, and the pattern over them. */
export interface Ground {
  fill: string;
  edge: string;
  pattern: string | undefined;
  /** Whether it stands up from the mat and throws a shadow. */
  tall: boolean;
}

const MADE_OF: Record<string, Ground> = {
  building: { fill: 'solid', edge: 'solid-edge', pattern: 'roof', tall: true },
  ruin: { fill: 'solid', edge: 'solid-edge', pattern: 'rubble', tall: true },
  container: { fill: 'solid', edge: 'solid-edge', pattern: 'stripes', tall: true },
  rocks: { fill: 'solid', edge: 'solid-edge', pattern: 'rocks', tall: true },
  wall: { fill: 'solid', edge: 'solid-edge', pattern: 'bricks', tall: true },
  wood: { fill: 'shelter', edge: 'shelter-edge', pattern: 'trees', tall: true },
  hedge: { fill: 'shelter', edge: 'shelter-edge', pattern: 'leaves', tall: true },
  crops: { fill: 'rough', edge: 'rough-edge', pattern: 'rows', tall: false },
  barricade: { fill: 'rough', edge: 'rough-edge', pattern: 'stripes', tall: true },
  rubble: { fill: 'rough', edge: 'rough-edge', pattern: 'rubble', tall: false },
  crater: { fill: 'rough', edge: 'rough-edge', pattern: 'dust', tall: false },
  hill: { fill: 'high', edge: 'high-edge', pattern: 'grass', tall: false },
  water: { fill: 'water', edge: 'water-edge', pattern: 'waves', tall: false },
  marsh: { fill: 'water', edge: 'rough-edge', pattern: 'reeds', tall: false },
};

const SAID_OF: [Look, Ground][] = [
  ['solid', { fill: 'solid', edge: 'solid-edge', pattern: 'rocks', tall: true }],
  ['shelter', { fill: 'shelter', edge: 'shelter-edge', pattern: 'leaves', tall: false }],
  ['rough', { fill: 'rough', edge: 'rough-edge', pattern: 'dust', tall: false }],
  ['high', { fill: 'high', edge: 'high-edge', pattern: 'grass', tall: false }],
];

/** Everything that a game says of the looks of an area. */
export function looks(glossary: Glossary, area: Area): Look[] {
  const words = [area.term, ...(area.rules ?? [])];
  return words.map((word) => glossary.term(word)?.ground).filter((look) => look !== undefined);
}

/** How a piece of ground is drawn. */
export function groundOf(glossary: Glossary, area: Area): Ground {
  const made = area.scenery ? MADE_OF[area.scenery] : undefined;
  const own = looks(glossary, area);
  const said = SAID_OF.find(([look]) => own.includes(look))?.[1];
  return made ?? said ?? { fill: 'rough', edge: 'rough-edge', pattern: undefined, tall: false };
}
