import { NotFound } from '../shell/not-found';
import '../parts/parts.css';
import './errors.css';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { Catalogue } from './catalogue';
import { Explanation } from './explanation';

/** The catalogue of errors, and the explanation of each. */
export default function Errors(): ReactNode {
  return (
    <Routes>
      <Route index element={<Catalogue />} />
      <Route path=":type" element={<Explanation />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
