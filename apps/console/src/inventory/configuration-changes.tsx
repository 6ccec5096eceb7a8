import type { Row } from '@wardstone/client';
import type { ReactNode } from 'react';
import { pagesFrom } from '../api/monitoring';
import { column, List } from '../parts/list';
import { Part } from '../parts/page';
import { EmptyPart } from '../parts/states';
import { Time } from '../parts/values';
import { inventoryTexts } from '../texts/inventory';

const SOURCE = '/rest/resource/{id}/configuration/changes';

type Change = Row<typeof SOURCE>;

const texts = inventoryTexts.configuration.changes;

/** Changes of the configuration, with old and new values. */
export function ConfigurationChanges({ resourceId }: { resourceId: number }): ReactNode {
  return (
    <Part title={texts.title}>
      <List<Change>
        label={texts.title}
        source={`/rest/resource/${resourceId}/configuration/changes`}
        fetchPage={pagesFrom(SOURCE, [], { path: { id: resourceId } })}
        toKey={({ version, property }) => `${version} ${property}`}
        columns={[
          column('time', texts.time, ({ time }) => <Time at={time} />),
          column('property', inventoryTexts.configuration.property, ({ property }) => property),
          column('before', texts.before, ({ before }) => before ?? texts.absent),
          column('after', texts.after, ({ after }) => after ?? texts.absent),
        ]}
        empty={<EmptyPart {...texts.empty} headingLevel="h3" />}
      />
    </Part>
  );
}
