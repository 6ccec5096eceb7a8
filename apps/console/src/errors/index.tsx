import { NotFound } from '../shell/not-found';
import './errors.css';
import type { ReactNode } from 'react';
import { Route, Routes, Link } from 'react-router';
import { Explanation } from './explanation';
import type { Row } from '@wardstone/client';
import { column, ListPage } from '../parts/list';
import { toSortBy, wardstone } from '../api/client';
import { EmptyPart } from '../parts/states';
import { errorTexts as texts } from '../texts/errors';
import { choice } from '../parts/filters';

/** Catalogue of errors with an explanation of each. */
export default function Errors(): ReactNode {
  return (
    <Routes>
      <Route index element={<Catalogue />} />
      <Route path=":type" element={<Explanation />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

const CATALOGUE = '/api/v1/error';

/** Every error type of the services. */
function Catalogue(): ReactNode {
  return (
    <ListPage<Row<typeof CATALOGUE>>
      title={texts.title}
      source={CATALOGUE}
      toKey={({ title }) => title}
      filters={[
        { kind: 'text', name: 'q', label: texts.search },
        choice('service', texts.service, Object.entries(texts.services)),
      ]}
      fetchPage={({ sort, filter, ...wanted }) => {
        const query = { q: filter('q'), service: filter('service'), sort_by: toSortBy(sort) };
        return wardstone.page(CATALOGUE, { ...wanted, query });
      }}
      columns={[
        column('title', texts.type, 'sortable', ({ title }) => <Link to={title}>{title}</Link>),
        column('status', texts.status, 'sortable', 'number', (row) => row.status),
        column('service', texts.service, 'sortable', (row) => texts.services[row.service ?? ''] ?? row.service),
        column('description', texts.description, (row) => row.description),
      ]}
      empty={<EmptyPart title={texts.empty.title} />}
    />
  );
}
