/** A place that links for users lead to: a page of ours, and its name in a console of the reference's kind. */
export interface ConsolePlace {
  /** Below the root, e.g. `/resource/10001.html`. */
  readonly page: string;
  /** e.g. `Resource/10001`. */
  readonly name: string;
}

/** The page of each thing that records and reports link to; things without a page are on that of their resource. */
export const consolePlaces = {
  resource: (id: number) => ({ page: `/resource/${id}.html`, name: `Resource/${id}` }),
  schedules: (resourceId: number) => ({
    page: `/resource/${resourceId}/schedules.html`,
    name: `Resource/${resourceId}/Monitoring/Schedules`,
  }),
  group: (id: number) => ({ page: `/group/${id}.html`, name: `ResourceGroup/${id}` }),
  alert: (resourceId: number, id: number) => ({
    page: `/alert/${id}.html`,
    name: `Resource/${resourceId}/Alerts/History/${id}`,
  }),
  definition: (resourceId: number, id: number) => ({
    page: `/alert/definition/${id}.html`,
    name: `Resource/${resourceId}/Alerts/Definitions/${id}`,
  }),
  definitionOfType: (typeId: number, id: number) => ({
    page: `/alert/definition/${id}.html`,
    name: `Administration/Configuration/AlertDefTemplates/${typeId}/${id}`,
  }),
  definitionOfGroup: (groupId: number, id: number) => ({
    page: `/alert/definition/${id}.html`,
    name: `ResourceGroup/${groupId}/Alerts/Definitions/${id}`,
  }),
  operation: (resourceId: number, id: number) => ({
    page: `/operation/history.html?resourceId=${resourceId}`,
    name: `Resource/${resourceId}/Operations/History/${id}`,
  }),
  configuration: (resourceId: number, id: number) => ({
    page: `/resource/${resourceId}.html`,
    name: `Resource/${resourceId}/Configuration/History/${id}`,
  }),
  drift: (resourceId: number, definitionId: number, id: number) => ({
    page: `/resource/${resourceId}.html`,
    name: `Resource/${resourceId}/Drift/Definitions/${definitionId}/Drift/0id_${id}`,
  }),
} as const satisfies Record<string, (...ids: number[]) => ConsolePlace>;

/** Address of a place in a console at `consoleUrl`; undefined when there is none. */
export function addressInConsole(consoleUrl: string | undefined, { name }: ConsolePlace): string | undefined {
  return consoleUrl === undefined ? undefined : `${consoleUrl}/coregui/#${name}`;
}
