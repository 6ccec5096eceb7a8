/** The parts of jest's test sequencer that its own test uses. */
declare class LongFirstSequencer {
  constructor(options: { globalConfig: { randomize: boolean } });
  sort<T extends { path: string }>(tests: T[]): T[];
}
export = LongFirstSequencer;
