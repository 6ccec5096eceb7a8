import { Injectable } from '@nestjs/common';
import { DatabaseHealth } from '@wardstone/database';

export interface StatusEnvelope {
  data: { api: boolean };
}

const TIME_LIMIT_MS = 2_000;

@Injectable()
export class StatusService {
  constructor(private readonly database: DatabaseHealth) {}

  /** Whether the database responds within two seconds (rule compliance-15). */
  async read(): Promise<StatusEnvelope> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), TIME_LIMIT_MS);
    });
    const reply = this.database.ping().then(
      () => true,
      () => false,
    );
    const api = await Promise.race([reply, expired]);
    clearTimeout(timer);
    return { data: { api } };
  }
}
