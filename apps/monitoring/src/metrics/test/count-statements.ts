import { Client } from 'pg';

/** Statements of this process, from `watchStatements` until `stop`. */
export interface StatementWatch {
  readonly count: number;
  stop(): void;
}

export function watchStatements(): StatementWatch {
  const sent = jest.spyOn(Client.prototype, 'query');
  return {
    get count() {
      return sent.mock.calls.length;
    },
    stop: () => sent.mockRestore(),
  };
}

/** Number of statements that this process sends while `work` runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const watch = watchStatements();
  try {
    await work();
    return watch.count;
  } finally {
    watch.stop();
  }
}
