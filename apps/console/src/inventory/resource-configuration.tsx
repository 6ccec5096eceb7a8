import type { MapValue, ObjectMap } from '@wardstone/dto';
import type { ConfigurationPropertyRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Part } from '../parts/page';
import { useGet } from '../api/client';
import { Facts } from '../parts/values';
import { Loaded } from '../parts/states';
import { type Column, column, DataTable } from '../parts/list';
import { inventoryTexts } from '../texts/inventory';
import { formatLines, type PropertyRow, propertyRows } from './domain/property-rows';
import type { OfResource } from '../api/monitoring';
import { CompareConfiguration } from './compare-configuration';
import { EditProbe, isProbe } from './probe-form';
import { ConfigurationChanges } from './configuration-changes';

const texts = inventoryTexts.configuration;

const COLUMNS: readonly Column<PropertyRow>[] = [
  column('property', texts.property, ({ displayName, description }) => (
    <>
      {displayName}
      {description !== null && <div className="text small">{description}</div>}
    </>
  )),
  column('value', texts.value, ({ value }) => <Value value={value} />),
];

/** Connection properties and configuration of a resource, as reported by its agent. */
export function ResourceConfiguration({ resource }: OfResource): ReactNode {
  const { resourceId, typeName, pluginName } = resource;
  const query = useGet('/rest/resource/{id}/configuration', { path: { id: resourceId } });
  return (
    <Loaded query={query} lines={8}>
      {(configuration) => (
        <div className="parts-of-page">
          <Facts
            facts={[
              [texts.version, configuration.version ?? texts.noVersion],
              [inventoryTexts.type, typeName],
              [inventoryTexts.plugin, pluginName],
            ]}
          />
          <Properties
            title={texts.connection}
            actions={isProbe(resource) && <EditProbe resource={resource} />}
            none={texts.noConnection}
            declared={configuration.pluginConfigProperties}
            values={configuration.pluginConfig as ObjectMap}
          />
          {/* Before what may have thousands of rows, such as packages. */}
          <ConfigurationChanges resourceId={resourceId} />
          {Object.keys(configuration.resourceConfig).length > 0 && <CompareConfiguration resource={resource} />}
          <Properties
            title={texts.title}
            none={texts.noConfiguration}
            declared={configuration.resourceConfigProperties}
            values={configuration.resourceConfig as ObjectMap}
          />
        </div>
      )}
    </Loaded>
  );
}

interface PropertiesProps {
  title: string;
  /** Buttons. */
  actions?: ReactNode;
  /** Text for an empty table. */
  none: string;
  declared: readonly ConfigurationPropertyRest[];
  values: ObjectMap;
}

function Properties({ title, actions, none, declared, values }: PropertiesProps): ReactNode {
  const rows = propertyRows(declared, values);
  return (
    <Part title={title} actions={actions || undefined}>
      <DataTable
        label={title}
        rows={rows}
        toKey={({ name }) => name}
        columns={COLUMNS}
        empty={<p className="text small">{none}</p>}
      />
    </Part>
  );
}

function Value({ value }: { value: MapValue }): ReactNode {
  const lines = formatLines(value);
  if (lines.every((line) => line === '')) return <span className="resource-type">{texts.unset}</span>;
  return lines.map((line, at) => <div key={at}>{line}</div>);
}
