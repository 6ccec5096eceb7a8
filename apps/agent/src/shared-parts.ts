import type { Clock } from '@wardstone/clock';
import type { Logger } from './logger';
import type { Machine, MachineFacts } from './domain/snapshot';
import type { Outbox } from './outbox/outbox';
import type { ServerApi } from './server/server-api';
import type { StateFolder } from './state/state-folder';

/** Parts that most features of the agent use. */
export interface SharedParts {
  server: ServerApi;
  state: StateFolder;
  machine: Machine;
  facts: MachineFacts;
  outbox: Outbox;
  logger: Logger;
  clock: Clock;
  /** Path of the agent below `/rest`. */
  target: string;
}
