import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import './inventory.css';
import { AgentHost, AgentsPage } from './agents-page';
import { ApprovalsPage } from './approvals-page';
import { DiscoveryQueue } from './discovery-queue';
import { InventoryPage } from './inventory-page';
import { PackagesPage } from './packages-page';
import { ResourcePage } from './resource-page';

/** Resources in inventory with their pages, and discovered resources. */
export default function Inventory(): ReactNode {
  return (
    <Routes>
      <Route index element={<InventoryPage />} />
      <Route path="agents" element={<AgentsPage />} />
      <Route path="agents/:name" element={<AgentHost />} />
      <Route path="discovered" element={<DiscoveryQueue />} />
      <Route path="packages" element={<PackagesPage />} />
      <Route path="approvals" element={<ApprovalsPage />} />
      <Route path=":id/*" element={<ResourcePage />} />
    </Routes>
  );
}
