import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { GroupDefinitionPage } from './group-definition-page';
import { GroupDefinitionsPage } from './group-definitions-page';
import { GroupPage } from './group-page';
import { GroupsPage } from './groups-page';
import './groups.css';

/** Groups of resources, and definitions that select members by an expression. */
export default function Groups(): ReactNode {
  return (
    <Routes>
      <Route index element={<GroupsPage />} />
      <Route path="definitions" element={<GroupDefinitionsPage />} />
      <Route path="definitions/:id" element={<GroupDefinitionPage />} />
      <Route path=":id/*" element={<GroupPage />} />
    </Routes>
  );
}
