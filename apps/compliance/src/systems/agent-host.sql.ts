/** Id of the system that is the host of an agent: by organisation, name of the agent and subject of its login. */
export const AGENT_HOST = `
  SELECT s.id FROM system s WHERE s.org_id = $1 AND s.agent_name = $2 AND s.registered_by = $3 AND s.deleted_at IS NULL`;
