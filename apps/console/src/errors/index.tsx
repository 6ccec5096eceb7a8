import { Content, PageSection } from '@patternfly/react-core';
import type { CatalogueBody, ErrorDescriptionBody } from '@wardstone/dto/error-registry';
import type { ReactNode } from 'react';
import { Link, Route, Routes, useParams } from 'react-router';
import { request, withQuery } from '../api/client';
import { useApi } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { ListPage } from '../parts/list-page';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { errorTexts as texts } from '../texts/errors';

/** The catalogue of errors, and the explanation of each. */
export default function Errors(): ReactNode {
  return (
    <Routes>
      <Route index element={<Catalogue />} />
      <Route path=":type" element={<Explanation />} />
    </Routes>
  );
}

function Catalogue(): ReactNode {
  return (
    <ListPage<ErrorDescriptionBody>
      title={texts.title}
      source="/api/v1/error"
      keyOf={({ title }) => title}
      filters={[{ kind: 'text', name: 'q', label: texts.search }]}
      fetchPage={async ({ page, size, filter, signal }) => {
        const address = withQuery('/api/v1/error', { q: filter('q'), limit: size, offset: page * size });
        const { data, meta } = await request<CatalogueBody>(address, { signal });
        return { rows: data, total: meta.total };
      }}
      columns={[
        { name: 'type', title: texts.type, cell: ({ title }) => <Link to={title}>{title}</Link> },
        { name: 'status', title: texts.status, cell: (row) => row.status, isNumber: true },
        { name: 'description', title: texts.description, cell: (row) => row.description },
      ]}
      empty={<EmptyPart title={texts.empty.title} />}
    />
  );
}

function Explanation(): ReactNode {
  const { type = '' } = useParams();
  const query = useApi<ErrorDescriptionBody>(`/api/v1/error/${encodeURIComponent(type)}`);
  return (
    <>
      <PageHead title={type} trail={[{ title: texts.title, to: '/errors' }]} />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>
          {({ description, causes, resolution }) => (
            <Content>
              <p>{description}</p>
              <h2>{texts.causes}</h2>
              <Lines lines={causes} />
              <h2>{texts.resolution}</h2>
              <Lines lines={resolution} />
            </Content>
          )}
        </Loaded>
      </PageSection>
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
