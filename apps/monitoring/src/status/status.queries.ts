import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { ServerMode } from './server-mode';

@Injectable()
export class StatusQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The mode the installation operates in, whichever replica is asked. */
  async readServerMode(): Promise<ServerMode> {
    const [state] = await this.db.query<{ operation_mode: ServerMode }>(`SELECT s.operation_mode FROM server_state s`);
    if (!state) throw new Error('the server_state table has lost its row');
    return state.operation_mode;
  }

  /** Ends the state of an installation that has never run; a mode set by an operator stays. */
  async leaveInstalledMode(): Promise<void> {
    await this.db.query(`UPDATE server_state SET operation_mode = 'NORMAL' WHERE operation_mode = 'INSTALLED'`);
  }
}
