import './administration.css';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found';
import { Accounts } from './accounts';
import { Agents } from './agents';
import { AuditLog } from './audit-log';
import { JoinTokens } from './join-tokens';
import { Roles } from './roles';
import { Tokens } from './tokens';

/** Accounts and other credentials, roles, and the audit log. */
export default function Administration(): ReactNode {
  return (
    <Routes>
      <Route index element={<Accounts />} />
      <Route path="tokens" element={<Tokens />} />
      <Route path="agents" element={<Agents />} />
      <Route path="join-tokens" element={<JoinTokens />} />
      <Route path="roles" element={<Roles />} />
      <Route path="audit" element={<AuditLog />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
