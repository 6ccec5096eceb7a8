/** Colours of the pages by purpose; `…Ink` is text on the colour of the same name. */
export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly dim: string;
  readonly soft: string;
  readonly line: string;
  readonly link: string;
  readonly good: string;
  readonly goodInk: string;
  readonly bad: string;
  readonly badInk: string;
  readonly warn: string;
  readonly warnInk: string;
  readonly idle: string;
  readonly idleInk: string;
}

export const LIGHT: Palette = {
  ink: '#1c1f24',
  paper: '#ffffff',
  dim: '#5a6270',
  soft: '#f3f5f8',
  line: '#d5d9e0',
  link: '#0b57d0',
  good: '#d9f2e1',
  goodInk: '#0b5a2b',
  bad: '#fbe1de',
  badInk: '#8c1d18',
  warn: '#fbeecb',
  warnInk: '#6b4a00',
  idle: '#e6e9ee',
  idleInk: '#4a505c',
};

export const DARK: Palette = {
  ink: '#e6e8ec',
  paper: '#15181d',
  dim: '#9aa3b2',
  soft: '#1f242c',
  line: '#343a45',
  link: '#8ab4f8',
  good: '#12341f',
  goodInk: '#8fe0ab',
  bad: '#4a1512',
  badInk: '#ffb4ab',
  warn: '#3d2e05',
  warnInk: '#f3d27a',
  idle: '#2c323c',
  idleInk: '#c3c9d3',
};

/** Text colours and their backgrounds; each pair must have enough contrast. */
export const TEXT_PAIRS: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['ink', 'paper'],
  ['ink', 'soft'],
  ['dim', 'paper'],
  ['dim', 'soft'],
  ['link', 'paper'],
  ['link', 'soft'],
  ['paper', 'link'],
  ['goodInk', 'good'],
  ['badInk', 'bad'],
  ['warnInk', 'warn'],
  ['idleInk', 'idle'],
];
