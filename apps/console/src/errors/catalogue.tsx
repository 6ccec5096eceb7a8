import type { Row } from '@wardstone/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { column } from '../parts/paged-table';
import { wardstone } from '../api/client';
import { sortByOf } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { ListPage } from '../parts/list-page';
import { errorTexts as texts } from '../texts/errors';

const CATALOGUE = '/api/v1/error';

/** Every type of error that a service returns. */
export function Catalogue(): ReactNode {
  return (
    <ListPage<Row<typeof CATALOGUE>>
      title={texts.title}
      source={CATALOGUE}
      keyOf={({ title }) => title}
      filters={[
        { kind: 'text', name: 'q', label: texts.search },
        {
          kind: 'choice',
          name: 'service',
          label: texts.service,
          options: Object.entries(texts.services),
        },
      ]}
      fetchPage={({ sort, filter, ...wanted }) => {
        const query = { q: filter('q'), service: filter('service'), sort_by: sortByOf(sort) };
        return wardstone.page(CATALOGUE, { ...wanted, query });
      }}
      columns={[
        column('title', texts.type, ({ title }) => <Link to={title}>{title}</Link>, 'sortable'),
        column('status', texts.status, (row) => row.status, 'sortable', 'number'),
        column('service', texts.service, (row) => texts.services[row.service ?? ''] ?? row.service, 'sortable'),
        column('description', texts.description, (row) => row.description),
      ]}
      empty={<EmptyPart title={texts.empty.title} />}
    />
  );
}
