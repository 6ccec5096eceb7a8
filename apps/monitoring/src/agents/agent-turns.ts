import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { HeavyWork, toClient } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { MonitoringConfig } from '../monitoring.config';

/** Maximum number of requests that wait. Each holds a connection, and its agent keeps what it reports. */
const MAX_QUEUED = 1_000;
/** Most reports take less. */
const SHORT_MS = 50;
/** An agent that states an older date gains nothing. */
const MAX_AGE_MS = 3_600_000;

/** The turn of a request. */
export interface AgentTurn {
  /** Waits for the turn. @throws service_unavailable */
  begin(): Promise<void>;
  /** Leaves the turn to others while the request waits without a connection to the database. */
  rest(): void;
}

/** Processes so many requests of agents at a time, oldest reports first: people do not wait behind them. See rule agents-27. */
@Injectable()
export class AgentTurns {
  private readonly work: HeavyWork;

  constructor(
    { DATABASE_POOL_SIZE }: MonitoringConfig,
    private readonly clock: Clock,
  ) {
    // The other connections are for people.
    this.work = new HeavyWork(Math.ceil(DATABASE_POOL_SIZE / 2), {
      maxWaiting: Infinity,
      maxQueued: MAX_QUEUED,
      shortMs: SHORT_MS,
    });
  }

  turnOf(request: IncomingMessage, response: ServerResponse): AgentTurn {
    const client = toClient(request, response);
    return {
      begin: async () => void (await this.work.begin(client, this.getAgeMs(request))),
      rest: () => this.work.end(client),
    };
  }

  /** How long ago a report was made, by its `Date` header (RFC 9110: when the message originated). */
  private getAgeMs({ headers }: IncomingMessage): number {
    const madeMs = Date.parse(headers.date ?? '');
    return Number.isNaN(madeMs) ? 0 : Math.min(Math.max(0, this.clock.now() - madeMs), MAX_AGE_MS);
  }
}

/** Each request to a controller takes a turn. */
@Injectable()
export class AgentTurnGuard implements CanActivate {
  constructor(private readonly turns: AgentTurns) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.turns.turnOf(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>()).begin();
    return true;
  }
}
