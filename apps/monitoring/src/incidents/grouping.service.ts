import { Inject, Injectable } from '@nestjs/common';
import type { Grouping } from '@wardstone/alerting';
import type { CallerIdentity } from '@wardstone/auth';
import type { AuditNote } from '@wardstone/bootstrap';
import { Database, type Transaction } from '@wardstone/database';
import type { DefinitionGrouping, DefinitionGroupingChange, DefinitionGroupingRest } from '@wardstone/dto/monitoring';
import type { SentBody } from '@wardstone/media-types';
import type { Viewer } from '../authorization/viewer';
import { MonitoringConfig } from '../monitoring.config';
import { AlertDefinitionService, definitionFacts } from '../alert-definitions/alert-definition.service';
import { GroupingQueries } from './grouping.queries';

const STORED: Readonly<Record<DefinitionGrouping, Grouping>> = {
  CAUSE: 'problem',
  DEFINITION: 'definition',
  GROUP: 'group',
  HOST: 'host',
};
const SHOWN = Object.fromEntries(Object.entries(STORED).map(([shown, stored]) => [stored, shown])) as Readonly<
  Record<Grouping, DefinitionGrouping>
>;

/** See rule alerts-36. */
@Injectable()
export class GroupingService {
  constructor(
    private readonly queries: GroupingQueries,
    private readonly definitions: AlertDefinitionService,
    private readonly db: Database,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /** @throws alert_definition_not_found, alert_definition_forbidden */
  async read(definitionId: number, viewer: Viewer): Promise<DefinitionGroupingRest> {
    await this.definitions.requireSeen(definitionId, viewer);
    return this.of(definitionId);
  }

  /** @throws as `read`, invalid_content */
  async set(
    definitionId: number,
    body: SentBody<DefinitionGroupingChange>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<DefinitionGroupingRest> {
    await this.definitions.requireSeen(definitionId, caller, 'change');
    const { grouping } = body.read();
    const [definition, before, after] = await this.db.transaction(async (tx) => {
      const row = await this.definitions.requireChangeable(tx, definitionId, caller);
      const known = await this.of(definitionId, tx);
      await this.queries.set(tx, definitionId, grouping && STORED[grouping]);
      return [row, known, await this.of(definitionId, tx)];
    });
    note(definitionFacts(definition, { grouping: before.grouping }, { grouping: after.grouping }));
    return after;
  }

  private async of(definitionId: number, tx?: Transaction): Promise<DefinitionGroupingRest> {
    const found = await this.queries.find(definitionId, tx);
    const grouping = SHOWN[found?.grouping ?? (this.config.ALERT_GROUP_BY as Grouping)];
    return { definitionId, grouping, chosen: found !== undefined, inherited: found?.isInherited ?? false };
  }
}
