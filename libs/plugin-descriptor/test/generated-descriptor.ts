/** A descriptor of servers with nine services each, and fifteen facets in every type; most of it by entities. */
export const generatedDescriptor = (servers: number): string => {
  const facets = (name: string): string =>
    Array.from(
      { length: 5 },
      (_, at) => `<metric property="${name}.m${at}" units="bytes" description="Metric &n;"/>`,
    ).join('\n') +
    '&trends;&operations;<event name="e1"/><event name="e2"/><content name="c" category="configuration"/>';
  const server = (at: number): string =>
    `<server name="Server ${at}">${facets(`s${at}`)}<plugin-configuration>&properties;</plugin-configuration>${Array.from(
      { length: 9 },
      (_, child) => `<service name="Service ${at}.${child}">${facets(`s${at}.${child}`)}</service>`,
    ).join('\n')}</server>`;
  return `<!DOCTYPE plugin [
    <!ENTITY n "number &#49;">
    <!ENTITY trends '<metric property="in" measurementType="trendsup"/><metric property="out" measurementType="trendsdown"/>'>
    <!ENTITY operation '<operation name="one"><parameters>&properties;</parameters></operation>'>
    <!ENTITY operations '&operation;<operation name="two"/><operation name="three"/>'>
    <!ENTITY properties '<c:simple-property name="a" default="&n;"/><c:map-property name="b"><c:simple-property name="c"/></c:map-property>'>
  ]>
  <plugin name="Generated" xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  ${Array.from({ length: servers }, (_, at) => server(at)).join('\n')}</plugin>`;
};
