/** Modes a server operates in. Source: media spec 11.2. */
export const SERVER_MODES = ['NORMAL', 'MAINTENANCE', 'DOWN', 'INSTALLED'] as const;

/** INSTALLED until the first start; the others as operators set them, NORMAL at first. */
export type ServerMode = (typeof SERVER_MODES)[number];
