import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { ConsolePage, PageTabs } from '../parts/page';
import { useInstalled } from '../api/caller';
import { NotFound } from '../shell/not-found';
import { problemTexts as texts } from '../texts/problems';
import { ComplianceProblems } from './compliance-problems';
import { MonitoringProblems } from './monitoring-problems';

const TABS = [
  { to: '/problems', title: texts.tabs.monitoring, service: 'monitoring' },
  { to: '/problems/compliance', title: texts.tabs.compliance, service: 'compliance' },
] as const;

/** Everything that requires attention, with one list for each service. */
export default function Problems(): ReactNode {
  const monitors = useInstalled()('monitoring');
  return (
    <Routes>
      <Route
        index
        element={monitors ? <Shown list={<MonitoringProblems />} /> : <Navigate to="compliance" replace />}
      />
      <Route path="compliance" element={<Shown list={<ComplianceProblems />} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function Shown({ list }: { list: ReactNode }): ReactNode {
  const isInstalled = useInstalled();
  const tabs = TABS.filter(({ service }) => isInstalled(service));
  return (
    <ConsolePage title={texts.title} tabs={<PageTabs label={texts.pages} tabs={tabs} />}>
      {list}
    </ConsolePage>
  );
}
