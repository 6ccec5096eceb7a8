import { NotFound } from '../shell/not-found';
import '../parts/parts.css';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { Report } from './report';
import { ReportIndex } from './report-index';

/** The reports in CSV. */
export default function Reports(): ReactNode {
  return (
    <Routes>
      <Route index element={<ReportIndex />} />
      <Route path=":name" element={<Report />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
