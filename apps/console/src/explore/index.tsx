import './explore.css';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found';
import { ExplorePage } from './explore-page';

/** Queries in PromQL. */
export default function Explore(): ReactNode {
  return (
    <Routes>
      <Route index element={<ExplorePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
