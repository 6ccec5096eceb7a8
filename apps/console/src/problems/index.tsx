import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { ConsolePage, PageTabs } from '../parts/page';
import { NotFound } from '../shell/not-found';
import { problemTexts as texts } from '../texts/problems';
import { ComplianceProblems } from './compliance-problems';
import { MonitoringProblems } from './monitoring-problems';

const TABS = [
  { to: '/problems', title: texts.tabs.monitoring },
  { to: '/problems/compliance', title: texts.tabs.compliance },
];

/** Everything that requires attention, a list of each service. */
export default function Problems(): ReactNode {
  return (
    <Routes>
      <Route index element={<Shown list={<MonitoringProblems />} />} />
      <Route path="compliance" element={<Shown list={<ComplianceProblems />} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function Shown({ list }: { list: ReactNode }): ReactNode {
  return (
    <ConsolePage title={texts.title} tabs={<PageTabs label={texts.pages} tabs={TABS} />}>
      {list}
    </ConsolePage>
  );
}
