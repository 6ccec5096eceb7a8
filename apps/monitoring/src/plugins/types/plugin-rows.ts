import type { ResolvedPlugin, ResolvedType } from '../descriptor/plugin-model';
import type { FacetTable } from './merge-rules.queries';

/** A row as it is sent to the database: one JSON object, its keys named like the columns. */
export type Row = Readonly<Record<string, unknown>>;

/** The row of `resource_type`, without what the database adds. */
export function typeRow(type: ResolvedType): Row {
  return {
    name: type.name,
    category: type.category,
    display_name: type.displayName,
    description: type.description,
    sub_category: type.subCategory,
    create_policy: type.createPolicy,
    creation_data_type: type.creationDataType,
    missing_policy: type.missingPolicy,
    is_singleton: type.isSingleton,
    supports_manual_add: type.supportsManualAdd,
    supports_missing_availability: type.supportsMissingAvailability,
    is_on_every_platform: type.placement === 'ANY_PLATFORM',
    plugin_configuration: type.pluginConfiguration,
    resource_configuration: type.resourceConfiguration,
    help: type.help,
    agent_details: type.agentDetails,
  };
}

/** Rows of the tables below `resource_type`, by table. `typeIds` holds an id for the name of every type. */
export function facetRows({ types }: ResolvedPlugin, typeIds: ReadonlyMap<string, number>): Record<FacetTable, Row[]> {
  const rowsOf = <T>(facets: (type: ResolvedType) => readonly T[], toRow: (facet: T, position: number) => Row): Row[] =>
    types.flatMap((type) =>
      facets(type).map((facet, position) => ({ resource_type_id: typeIds.get(type.name), ...toRow(facet, position) })),
    );
  return {
    metric_definition: rowsOf(
      ({ metrics }) => metrics,
      (metric, position) => ({
        name: metric.name,
        is_per_minute: metric.isPerMinute,
        position,
        display_name: metric.displayName,
        description: metric.description,
        unit: metric.unit,
        category: metric.category,
        data_type: metric.dataType,
        numeric_type: metric.numericType,
        display_type: metric.displayType,
        is_on_by_default: metric.isOnByDefault,
        default_interval_ms: metric.defaultIntervalMs,
        destination_type: metric.destinationType,
      }),
    ),
    operation_definition: rowsOf(
      ({ operations }) => operations,
      (operation, position) => ({
        name: operation.name,
        position,
        display_name: operation.displayName,
        description: operation.description,
        timeout_seconds: operation.timeoutSeconds,
        parameters: operation.parameters,
        results: operation.results,
      }),
    ),
    event_definition: rowsOf(
      ({ events }) => events,
      ({ name, displayName, description }, position) => ({ name, position, display_name: displayName, description }),
    ),
    package_type: rowsOf(
      ({ packageTypes }) => packageTypes,
      (packageType) => ({
        name: packageType.name,
        display_name: packageType.displayName,
        description: packageType.description,
        category: packageType.category,
        discovery_interval_ms: packageType.discoveryIntervalMs,
        is_creation_type: packageType.isCreationType,
        supports_architecture: packageType.supportsArchitecture,
        configuration: packageType.configuration,
      }),
    ),
    drift_template: rowsOf(
      ({ driftTemplates }) => driftTemplates,
      ({ name, description, definition }) => ({ name, description, definition }),
    ),
  };
}

/** Where the types of a plugin belong: below which types, as far as those are listed. */
export function parentRows({ types }: ResolvedPlugin, typeIds: ReadonlyMap<string, number>): Row[] {
  return types.flatMap((type) =>
    type.parents.map(({ plugin, name }) => ({ type_id: typeIds.get(type.name), plugin, name })),
  );
}
