import type { ResourceChange } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Part } from '../parts/part';
import { EmptyPart } from '../parts/empty-part';
import { column, DataTable } from '../parts/paged-table';
import { Time } from '../parts/time';
import { inventoryTexts } from '../texts/inventory';

const texts = inventoryTexts.changes;

/** What changed last on the resource and its parts. */
export function ResourceHistory({ changes }: { changes: readonly ResourceChange[] }): ReactNode {
  return (
    <Part title={texts.title}>
      <DataTable<ResourceChange>
        label={texts.title}
        rows={changes}
        keyOf={(change) => String(changes.indexOf(change))}
        columns={[
          column('time', texts.time, ({ time }) => <Time at={time} />),
          column('what', texts.what, (change) => <Change change={change} />),
          column('where', inventoryTexts.now.where, ({ resourceId, resourceName }) => (
            <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
          )),
          column('status', texts.status, ({ status }) => (status && texts.statuses[status]) ?? '–'),
          column('by', texts.by, ({ by }) => by ?? '–'),
        ]}
        empty={<EmptyPart title={texts.none} headingLevel="h3" />}
      />
    </Part>
  );
}

function Change({ change: { kind, name, job, resourceId } }: { change: ResourceChange }): ReactNode {
  const text = texts.kinds[kind](name ?? '');
  const page = `/inventory/${resourceId}`;
  if (kind === 'OPERATION' && job !== null) {
    return <Link to={`${page}/operations?job=${encodeURIComponent(job)}`}>{text}</Link>;
  }
  return kind === 'CONFIGURATION' ? <Link to={`${page}/configuration`}>{text}</Link> : text;
}
