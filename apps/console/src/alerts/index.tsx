import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found';
import './alerts.css';
import { AlertPage } from './alert-page';
import { AlertsPage, DefinitionsPage } from './alerts-page';
import { EditDefinition } from './edit-definition';
import { NewDefinition } from './new-definition';
import { SilencesPage } from './silences-page';

/** Alerts that fired, each with why, and the definitions that make them fire. */
export default function Alerts(): ReactNode {
  return (
    <Routes>
      <Route index element={<AlertsPage />} />
      <Route path="definitions" element={<DefinitionsPage />} />
      <Route path="definitions/new" element={<NewDefinition />} />
      <Route path="definitions/:id" element={<EditDefinition />} />
      <Route path="silences" element={<SilencesPage />} />
      <Route path=":id" element={<AlertPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
