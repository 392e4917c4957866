// What is drawn over the battlefield for a while: reach, ranges, ghosts, ways, lines.

import type { Line, Outline, Path, Point, Pose } from '../wire';

/** How something over the battlefield looks. */
export type Tone = 'reach' | 'range' | 'place' | 'good' | 'bad';

/** A model where it is not, or not yet. */
export interface Ghost {
  model: number;
  pose: Pose;
  /** The way there, from where it starts. */
  from?: Point;
  path?: Path;
  tone: 'good' | 'bad' | 'asked';
}

/** A measuring tape, or any line with words to it. */
export interface Ruler extends Line {
  label: string;
  tone: Tone;
}

/** All of it. */
export interface Overlay {
  regions: { outlines: Outline[]; tone: Tone }[];
  ghosts: Ghost[];
  lines: { line: Line; tone: Tone }[];
  rulers: Ruler[];
  /** Places where something is wrong. */
  faults: Outline[];
}

/** Nothing over the battlefield. */
export const clear = (): Overlay => ({ regions: [], ghosts: [], lines: [], rulers: [], faults: [] });
