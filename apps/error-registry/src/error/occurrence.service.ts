import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { RETENTION_MS, condense } from './domain/occurrence';
import type { OccurrenceReportBody, OccurrencesBody } from '@wardstone/dto/error-registry';
import { ErrorQueries } from './error.queries';
import { unknownType } from './error.service';
import { OccurrenceQueries } from './occurrence.queries';

@Injectable()
export class OccurrenceService {
  constructor(
    private readonly queries: OccurrenceQueries,
    private readonly errors: ErrorQueries,
    private readonly clock: Clock,
  ) {}

  /** Count and last occurrences of the last 24 hours. @throws unknown_error_type */
  async list(type: string): Promise<OccurrencesBody> {
    if (!(await this.errors.find(type))) throw unknownType(type);
    const { count, newest } = await this.queries.findSince(type, this.clock.now() - RETENTION_MS);
    return {
      count,
      occurrences: newest.map(({ occurredAtMs, service, status, requestId, route }) => ({
        time: new Date(occurredAtMs).toISOString(),
        service: service as OccurrencesBody['occurrences'][number]['service'],
        status,
        request_id: requestId,
        route,
      })),
    };
  }

  /** Stores reported occurrences; ignores unknown types and those older than a day. */
  async report({ occurrences }: OccurrenceReportBody): Promise<void> {
    const nowMs = this.clock.now();
    const batch = occurrences.map(({ time, request_id, ...rest }) => ({
      ...rest,
      occurredAtMs: Date.parse(time),
      requestId: request_id,
    }));
    const { newest, counts } = condense(batch, nowMs);
    await this.queries.insert(newest, counts, nowMs);
  }
}
