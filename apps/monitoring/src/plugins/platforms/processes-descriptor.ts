import { CONNECTION_PROBLEM_EVENT, LOG_FILES_PROPERTY, MACHINES_ENTITY } from './descriptor-parts';

/**
 * The plugin of servers that an agent knows by their processes alone. Its names are those that the agent reports: it
 * finds servers by `program`, and tells several of one program apart by `instance`.
 */
export const PROCESSES_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY}
  <!ENTITY server '
    &machines;
    <plugin-configuration>
      <c:simple-property name="program" names="program" description="Name of its processes"/>
      <c:simple-property name="instance" names="file" required="false"
                         description="What tells it from other servers of the program, such as its folder of data"/>
      ${LOG_FILES_PROPERTY}
    </plugin-configuration>
    <metric property="Process.cpu.percent" displayName="CPU Percentage" units="percentage" displayType="summary"
            category="utilization" description="Of all its processes; 100% is one processor"/>
    <metric property="Process.memory.resident" displayName="Resident Memory" units="bytes" displayType="summary"
            category="utilization"/>
    <metric property="Process.memory.size" displayName="Virtual Memory" units="bytes" category="utilization"/>
    <metric property="Process.count" displayName="Processes" displayType="summary" category="utilization"/>
    <metric property="Process.command" displayName="Command Line" dataType="trait" displayType="summary"
            description="The program and the names of its options, without their values"/>
    <event name="logEntry" description="A line of a watched log file"/>
    ${CONNECTION_PROBLEM_EVENT}'>
]>
<plugin name="Processes" displayName="Servers by Their Processes" version="1.0.0"
        description="Servers that are known by the processes they run"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <server name="PostgreSQL" description="PostgreSQL database server" class="ProcessServer"
          discovery="ProcessServerDiscovery">&server;</server>
  <server name="nginx" description="nginx web server" class="ProcessServer"
          discovery="ProcessServerDiscovery">&server;</server>
  <server name="OpenSSH" description="OpenSSH server" class="ProcessServer"
          discovery="ProcessServerDiscovery">&server;</server>
  <server name="Server Process" description="A server that the agent was told to look after" class="ProcessServer"
          discovery="ProcessServerDiscovery">&server;</server>
  <help>Which programs an agent looks for is its setting AGENT_PROCESSES.</help>
</plugin>
`;
