import { NotFound } from '../shell/not-found';
import type { ReactNode } from 'react';
import { Route, Routes, Link } from 'react-router';
import { Report } from './report';
import { column, ListPage } from '../parts/list';
import { wardstone } from '../api/client';
import { EmptyPart } from '../parts/states';
import { reportTexts as texts } from '../texts/reports';

/** CSV reports. */
export default function Reports(): ReactNode {
  return (
    <Routes>
      <Route index element={<ReportIndex />} />
      <Route path=":name" element={<Report />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** List of the reports. */
function ReportIndex(): ReactNode {
  return (
    <ListPage<string>
      title={texts.title}
      source="/rest/reports"
      toKey={(name) => name}
      fetchPage={async ({ signal }) => {
        const rows = (await wardstone.get('/rest/reports', { signal })).flatMap((link) => Object.keys(link));
        return { rows, total: rows.length };
      }}
      columns={[
        column('name', texts.name, (name) => <Link to={name}>{texts.titles[name]?.[0] ?? name}</Link>),
        column('about', texts.about, (name) => texts.titles[name]?.[1] ?? ''),
      ]}
      empty={<EmptyPart title={texts.empty.title} />}
    />
  );
}
