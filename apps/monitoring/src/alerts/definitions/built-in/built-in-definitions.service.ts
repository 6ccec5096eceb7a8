import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { MonitoringConfig } from '../../../monitoring.config';
import { AlertDefinitionService } from '../alert-definition.service';
import { BUILT_IN_DEFINITIONS } from './built-in-definitions';
import { BuiltInDefinitionQueries } from './built-in-definitions.queries';

/**
 * Gives an installation the alert definitions that the product brings, each once: one that was changed, switched off or
 * deleted stays so. See rule alerts-54.
 */
@Injectable()
export class BuiltInDefinitions implements OnApplicationBootstrap {
  constructor(
    private readonly queries: BuiltInDefinitionQueries,
    private readonly definitions: AlertDefinitionService,
    private readonly db: Database,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.BUILT_IN_ALERT_DEFINITIONS) return;
    await this.db.transaction(async (tx) => {
      const placed = await this.queries.holdPlaced(tx);
      for (const builtIn of BUILT_IN_DEFINITIONS.filter(({ key }) => !placed.has(key))) {
        const type = await this.queries.findType(tx, builtIn);
        // The plugin is gone, or an administrator deployed another form of it.
        if (!type || builtIn.conditions.some(({ metric }) => type.metrics[metric] === undefined)) continue;
        const conditions = builtIn.conditions.map(({ metric, ...condition }) => ({
          ...condition,
          category: 'THRESHOLD' as const,
          measurementDefinition: type.metrics[metric]!,
        }));
        const sent = { ...builtIn.definition, conditions };
        const id = await this.definitions.createBuiltIn(tx, type.id, sent);
        await this.queries.notePlaced(tx, builtIn.key, id);
      }
    });
  }
}
