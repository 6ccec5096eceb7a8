import { Injectable } from '@nestjs/common';
import { findCause, type Upstream, windowAt } from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import { Database, type Queryable } from '@wardstone/database';
import type { PresentHolds } from './alert-state.sql';
import { type HeldResources, PresentHoldQueries } from './present-hold.queries';

/** Reads what holds alerts at present: active silences, and resources that are DOWN. */
@Injectable()
export class PresentHoldsService {
  constructor(
    private readonly queries: PresentHoldQueries,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @param resourceIds limits the result to these resources; by default all that are DOWN or have open alerts */
  read(resourceIds?: readonly number[]): Promise<PresentHolds> {
    return this.readHolds({ resourceIds });
  }

  /** Reads only what holds the alerts of this incident. */
  readOfIncident(incidentId: number): Promise<PresentHolds> {
    return this.readHolds({ incidentId });
  }

  /** The resources and all of their dependencies. See rule alerts-35. */
  listUpstream(from: Queryable, resourceIds: readonly number[]): Promise<Map<number, Upstream>> {
    return this.queries.listUpstream(from, resourceIds);
  }

  private async readHolds(resources: HeldResources): Promise<PresentHolds> {
    const [silences, causes] = await Promise.all([this.listSilences(), this.listCauses(resources)]);
    return { silences, causes };
  }

  private async listSilences(): Promise<PresentHolds['silences']> {
    const nowMs = this.clock.now();
    const silences = await this.queries.listSilences(nowMs);
    return silences.flatMap((silence) => {
      const window = windowAt(silence, nowMs);
      return window ? [{ id: silence.id, untilMs: window.endMs }] : [];
    });
  }

  private async listCauses(resources: HeldResources): Promise<PresentHolds['causes']> {
    // There are few, so the complete path is read only for them.
    const behind = await this.queries.listBehindDown(resources);
    if (behind.length === 0) return [];
    const upstream = await this.queries.listUpstream(this.db, behind);
    return behind.flatMap((resourceId) => {
      const causeId = findCause(resourceId, upstream);
      return causeId === undefined ? [] : [{ resourceId, causeId }];
    });
  }
}
