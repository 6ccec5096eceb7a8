import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { MonitoringConfig } from '../../monitoring.config';
import { AlertDefinitionService } from '../alert-definition.service';
import { BUILT_IN_DEFINITIONS, type BuiltInDefinition } from './built-in-definitions';
import { BuiltInDefinitionQueries } from './built-in-definitions.queries';

/**
 * Creates the built-in alert definitions, each once: one that was changed, disabled or deleted stays so. See rule
 * alerts-54.
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
        // The plugin is missing, or an administrator deployed a different version.
        const conditions = type && conditionsFor(builtIn, type.metrics);
        if (!type || !conditions) continue;
        const sent = { ...builtIn.definition, conditions };
        const id = await this.definitions.createBuiltIn(tx, type.id, sent);
        await this.queries.notePlaced(tx, builtIn.key, id);
      }
    });
  }
}

type BuiltInConditions = Parameters<AlertDefinitionService['createBuiltIn']>[2]['conditions'] & object;

/** Undefined if the type lacks one of the metrics. */
function conditionsFor(
  { conditions }: BuiltInDefinition,
  metrics: Partial<Record<string, number>>,
): BuiltInConditions | undefined {
  const sent = conditions.map((condition): BuiltInConditions[number] | undefined => {
    if ('availability' in condition) return { category: 'AVAILABILITY', name: condition.availability };
    const { metric, ...rest } = condition;
    const measurementDefinition = metrics[metric];
    return measurementDefinition === undefined ? undefined : { ...rest, category: 'THRESHOLD', measurementDefinition };
  });
  return sent.every((each) => each !== undefined) ? sent : undefined;
}
