import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found';
import './alerts.css';
import { AlertPage } from './alert-page';
import { AlertsPage, DefinitionsPage } from './alerts-page';
import { EditDefinition } from './edit-definition';
import { HeartbeatsPage } from './heartbeats-page';
import { IncidentPage } from './incident-page';
import { IncidentsPage } from './incidents-page';
import { IntegrationPage } from './integration-page';
import { IntegrationsPage } from './integrations-page';
import { NewDefinition } from './new-definition';
import { OnCallPage } from './on-call-page';
import { NewPolicy, PolicyPage } from './policy-page';
import { RotationPage } from './rotation-page';
import { SilencesPage } from './silences-page';

/** Fired alerts, and the definitions that make them fire. */
export default function Alerts(): ReactNode {
  return (
    <Routes>
      <Route index element={<AlertsPage />} />
      <Route path="definitions" element={<DefinitionsPage />} />
      <Route path="definitions/new" element={<NewDefinition />} />
      <Route path="definitions/:id" element={<EditDefinition />} />
      <Route path="incidents" element={<IncidentsPage />} />
      <Route path="incidents/:id" element={<IncidentPage />} />
      <Route path="heartbeats" element={<HeartbeatsPage />} />
      <Route path="integrations" element={<IntegrationsPage />} />
      <Route path="integrations/:id" element={<IntegrationPage />} />
      <Route path="silences" element={<SilencesPage />} />
      <Route path="on-call" element={<OnCallPage />} />
      <Route path="on-call/rotations/:id" element={<RotationPage />} />
      <Route path="on-call/policies/new" element={<NewPolicy />} />
      <Route path="on-call/policies/:id" element={<PolicyPage />} />
      <Route path=":id" element={<AlertPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
