import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { AuditEventBody, AuditEventsBody, AuditOutcome, AuditQuery, AuditedService } from '@wardstone/dto/gateway';
import type { AuditEventEntity } from './audit-event.entity';
import { type AuditCursor, AuditQueries } from './audit.queries';

@Injectable()
export class AuditService {
  constructor(private readonly queries: AuditQueries) {}

  /** Events of the caller's organisation, and refused logins that name no account of another one. */
  async list(query: AuditQuery, { orgId }: CallerIdentity): Promise<AuditEventsBody> {
    // One more event shows whether there is a next page.
    const found = await this.queries.find(orgId, { ...query, limit: query.limit + 1 }, toCursor(query.before));
    const shown = found.slice(0, query.limit);
    const last = shown.at(-1);
    return { events: shown.map(toBody), next: last && found.length > shown.length ? cursorText(last) : null };
  }
}

function cursorText({ occurred_at, id }: AuditEventEntity): string {
  return `${occurred_at.getTime()}-${id}`;
}

function toCursor(text: string | undefined): AuditCursor | undefined {
  if (text === undefined) return undefined;
  const [timeMs = '', id = ''] = text.split('-');
  return { occurredAt: new Date(Number(timeMs)), id };
}

function toBody(event: AuditEventEntity): AuditEventBody {
  const { occurred_at, username, org_id, service, outcome, id: _, ...same } = event;
  return {
    ...same,
    time: occurred_at.toISOString(),
    user: username,
    org: org_id,
    service: service as AuditedService,
    outcome: outcome as AuditOutcome,
  };
}
