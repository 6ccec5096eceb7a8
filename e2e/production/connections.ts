/** Connections of one process to its database, by the name each gives itself, as `pg_stat_activity` shows it. */
export function countConnections(
  service: 'gateway' | 'compliance' | 'monitoring' | 'error-registry',
  { poolSize }: { poolSize: number },
): Record<string, number> {
  switch (service) {
    case 'gateway':
      return { gateway: poolSize, 'gateway (identity)': 1 };
    case 'compliance':
      return { compliance: poolSize };
    case 'monitoring':
      return {
        monitoring: poolSize,
        'monitoring (alive)': 1,
        'monitoring (alerts)': 1,
        'monitoring (work)': 1,
      };
    case 'error-registry':
      return { 'error-registry': poolSize };
  }
}

export function mostConnections(...args: Parameters<typeof countConnections>): number {
  return Object.values(countConnections(...args)).reduce((sum, count) => sum + count, 0);
}
