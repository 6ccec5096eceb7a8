import type { DisplayType, MetricDeclaration, MetricDefinition, ResourceCategory } from './plugin-model';

/** The built-in metric of every server and service type. */
export const AVAILABILITY_METRIC = 'rhq.availability';
export const MIN_INTERVAL_MS = 30_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Derives the metric definitions of a type from its declarations (rules plugins-4, metrics-1). In order of declaration,
 * with the per-minute metric of a trend after its raw one and availability last. The first declaration of a name
 * counts. Platforms have no availability metric.
 */
export function deriveMetrics(
  declarations: readonly MetricDeclaration[],
  category: ResourceCategory,
): readonly MetricDefinition[] {
  const byName = new Map<string, MetricDeclaration>();
  for (const declaration of declarations) {
    if (!byName.has(declaration.name)) byName.set(declaration.name, declaration);
  }
  const availability = byName.get(AVAILABILITY_METRIC);
  byName.delete(AVAILABILITY_METRIC);
  const metrics = [...byName.values()].flatMap((declaration) => toDefinitions(declaration, category));
  return category === 'PLATFORM' ? metrics : [...metrics, availabilityMetric(category, availability)];
}

function toDefinitions(declaration: MetricDeclaration, category: ResourceCategory): MetricDefinition[] {
  const { displayType, isOnByDefault, defaultIntervalMs, ...rest } = declaration;
  const metric: MetricDefinition = {
    ...rest,
    displayType,
    isPerMinute: false,
    isOnByDefault: displayType === 'SUMMARY' || isOnByDefault === true,
    defaultIntervalMs: defaultIntervalMs ?? defaultInterval(declaration.dataType, displayType, category),
  };
  if (metric.numericType === 'DYNAMIC') return [metric];
  return [
    { ...metric, displayType: 'DETAIL', isOnByDefault: false },
    { ...metric, isPerMinute: true, numericType: 'DYNAMIC', displayName: `${metric.displayName} per Minute` },
  ];
}

function defaultInterval(
  dataType: MetricDeclaration['dataType'],
  displayType: DisplayType,
  category: ResourceCategory,
): number {
  if (dataType === 'TRAIT') return DAY_MS;
  if (dataType === 'CALLTIME') return 10 * MINUTE_MS;
  const summary = category === 'SERVICE' ? 20 * MINUTE_MS : 10 * MINUTE_MS;
  return displayType === 'SUMMARY' ? summary : 2 * summary;
}

function availabilityMetric(category: 'SERVER' | 'SERVICE', declared: MetricDeclaration | undefined): MetricDefinition {
  return {
    name: AVAILABILITY_METRIC,
    isPerMinute: false,
    displayName: 'Availability',
    description: 'Availability',
    unit: 'NONE',
    category: 'AVAILABILITY',
    dataType: 'AVAILABILITY',
    numericType: 'DYNAMIC',
    displayType: 'DETAIL',
    isOnByDefault: declared?.isOnByDefault ?? true,
    defaultIntervalMs: declared?.defaultIntervalMs ?? (category === 'SERVER' ? MINUTE_MS : 10 * MINUTE_MS),
    destinationType: null,
  };
}
