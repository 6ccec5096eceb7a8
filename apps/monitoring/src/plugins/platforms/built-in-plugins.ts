import { PLATFORMS_DESCRIPTOR } from './platforms-descriptor';
import { HOST_CONTROL_DESCRIPTOR, HOST_CONTROL_PLUGIN } from './host-control-descriptor';
import { PROBES_DESCRIPTOR, PROBES_PLUGIN } from './probes-descriptor';
import { MACHINES_ENTITY, CONNECTION_PROBLEM_EVENT, LOG_FILES_PROPERTY } from './descriptor-parts';

/** Plugin of resources whose series other systems send. */
export const RECEIVED_PLUGIN = 'Received Series';
export const SOURCE_TYPE = 'Metrics Source';

/** Plugin of received series, without an agent; their metrics are created on receipt. */
const RECEIVED_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY.replace(
    '<runs-inside>',
    `<runs-inside>
      <parent-resource-type name="${SOURCE_TYPE}" plugin="${RECEIVED_PLUGIN}"/>`,
  )}
]>
<plugin name="${RECEIVED_PLUGIN}" displayName="Received Series" version="1.0.0"
        description="What Prometheus and OpenTelemetry measure and send"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <platform name="${SOURCE_TYPE}" description="An account that sends series of machines that are not in inventory"
            class="MetricsSource"/>
  <server name="Prometheus Target" description="What Prometheus scrapes: a job and an instance"
          class="PrometheusTarget">&machines;</server>
  <server name="OpenTelemetry Service" description="An instance of a service that OpenTelemetry measures"
          class="OpenTelemetryService">&machines;</server>
  <help>Metrics, one for each set of labels, are made by the series that come in.</help>
</plugin>
`;

/** Plugin of compliance policies of machines (rule metrics-19). */
export const COMPLIANCE_PLUGIN = 'Compliance';
export const POLICY_TYPE = 'Compliance Policy';

/** Plugin of facts from the compliance service, without an agent. */
export const COMPLIANCE_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY}
]>
<plugin name="${COMPLIANCE_PLUGIN}" displayName="Compliance" version="1.0.0"
        description="Policies of the compliance service that machines are assigned to"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <service name="${POLICY_TYPE}" description="A policy that the machine is assigned to" class="CompliancePolicy">
    &machines;
    <metric property="score" displayName="Score" displayType="summary" defaultOn="true"
            description="Of the newest scan, 0 to 100"/>
    <metric property="scoreWithExceptions" displayName="Score with Exceptions" displayType="summary" defaultOn="true"
            description="Excepted rules count as passed"/>
    <metric property="failedRules" displayName="Failed Rules" displayType="summary" defaultOn="true"/>
    <metric property="verdict" displayName="Verdict" dataType="trait" displayType="summary"
            description="compliant, not_compliant, not_applicable or unsupported"/>
    <metric property="verdictWithExceptions" displayName="Verdict with Exceptions" dataType="trait"
            displayType="summary"/>
    <event name="compliance" displayName="Compliance"
           description="Non-compliant, compliant, rule failed, stale, exception expires"/>
  </service>
  <help>Up: the newest result is fresh. Unknown: it is stale.</help>
</plugin>
`;

/**
 * A demo server: a service created from a configuration, another created from content (rules inventory-1,
 * inventory-10), and an example of everything that plugins can describe. No agent discovers it.
 */
export const DEMO_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<plugin name="Demo" displayName="Demonstration Server" version="1.0.0"
        description="A server without a program behind it, to try the inventory out"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <server name="Demo Server" description="A demonstration server">
    <plugin-configuration>
      <c:simple-property name="url" displayName="URL" names="address" default="http://127.0.0.1:8080"/>
      <c:group name="credentials" hiddenByDefault="true">
        <c:simple-property name="user" required="false"/>
        <c:simple-property name="password" type="password" required="false"/>
      </c:group>
    </plugin-configuration>
    <operation name="restart" description="Stops the server and starts it again" timeout="300">
      <parameters>
        <c:simple-property name="graceSeconds" type="integer" units="seconds" required="false" defaultValue="30">
          <c:constraint><c:integer-constraint minimum="0" maximum="600"/></c:constraint>
        </c:simple-property>
      </parameters>
      <results><c:simple-property name="operationResult" required="false"/></results>
    </operation>
    <metric property="requests" units="none" measurementType="trendsup" displayType="summary" category="throughput"/>
    <metric property="heapUsed" units="bytes" displayType="summary" category="utilization"/>
    <metric property="responseTimes" dataType="calltime" units="milliseconds" destinationType="URL" defaultOn="true"/>
    <metric property="release" dataType="trait" displayType="summary"/>
    <event name="serverLog" description="A line of the log of the server"/>
    <resource-configuration>
      <c:simple-property name="maxSessions" type="integer" default="100"/>
      <c:list-property name="aliases" required="false"><c:simple-property name="alias"/></c:list-property>
    </resource-configuration>
    <drift-definition name="configuration-files" description="The files that configure the server">
      <basedir><value-context>fileSystem</value-context><value-name>/etc/demo</value-name></basedir>
      <includes><include path="." pattern="*.conf"/></includes>
    </drift-definition>
    <service name="Demo Queue" description="A queue, created from a configuration" createDeletePolicy="both">
      <metric property="depth" displayType="summary" category="utilization"/>
      <resource-configuration>
        <c:simple-property name="maxDepth" type="integer" default="1000"/>
        <c:simple-property name="durable" type="boolean" required="false" default="true"/>
      </resource-configuration>
    </service>
    <service name="Demo Application" description="An application, created from content" createDeletePolicy="both"
             creationDataType="content">
      <metric property="hits" measurementType="trendsup" displayType="summary" category="throughput"/>
      <content name="archive" category="deployable" isCreationType="true">
        <configuration>
          <c:simple-property name="contextPath" required="false" default="/"/>
          <c:simple-property name="overwrite" type="boolean" required="false" default="false"/>
        </configuration>
      </content>
    </service>
  </server>
</plugin>
`;

/**
 * Plugin of servers that an agent knows only by their processes, with the names that the agent reports: `program` finds
 * servers, `instance` distinguishes several of one program.
 */
const PROCESSES_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
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

/** Plugin of heartbeats (rule alerts-45). */
export const HEARTBEATS_PLUGIN = 'Heartbeats';
export const HEARTBEAT_TYPE = 'Heartbeat';

/** Plugin of heartbeats, without an agent. */
const HEARTBEATS_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY}
]>
<plugin name="${HEARTBEATS_PLUGIN}" displayName="Heartbeats" version="1.0.0"
        description="Jobs, metrics and events that are to be heard from again and again"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <service name="${HEARTBEAT_TYPE}" description="Is down when nothing was heard for too long" class="Heartbeat">
    &machines;
  </service>
  <help>Up: it was heard from in time. Down: it was not. Unknown: it has not been heard from yet.</help>
</plugin>
`;

/** Plugin and resource type of systems that report alerts (rule integrations-1). */
export const INTEGRATIONS_PLUGIN = 'Integrations';
export const INTEGRATION_TYPE = 'Integration';
export const INTEGRATION_EVENT = 'alert';

/** Plugin of systems that report alerts, without an agent. */
const INTEGRATIONS_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<plugin name="${INTEGRATIONS_PLUGIN}" displayName="Integrations" version="1.0.0"
        description="Systems that report alerts"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <platform name="${INTEGRATION_TYPE}" description="A system that reports alerts" class="Integration">
    <event name="${INTEGRATION_EVENT}" displayName="Alert" description="An alert that the system reports"/>
  </platform>
  <help>Each alert that the system reports is an event; alert definitions decide who is notified.</help>
</plugin>
`;

/** Plugin and resource type of the whole installation (rule alerts-65). */
export const INSTALLATION_PLUGIN = 'Installation';
export const INSTALLATION_TYPE = 'Installation';

/** Plugin of the resource whose alert definitions apply to the whole installation. */
const INSTALLATION_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<plugin name="${INSTALLATION_PLUGIN}" displayName="Installation" version="1.0.0"
        description="Everything that is monitored"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <platform name="${INSTALLATION_TYPE}" description="Everything that is monitored" class="Installation"/>
  <help>Expressions of its alert definitions read the series of all resources that their authors see.</help>
</plugin>
`;

/** The plugin in which platform types are looked up. */
export const PLATFORMS_PLUGIN = 'Platforms';

/** A built-in package: a bare descriptor with a file name. */
interface BuiltInPlugin {
  readonly name: string;
  readonly fileName: string;
  readonly descriptor: string;
}

/** In the order of their dependencies. They are ordinary packages, which newer ones with the same name replace. */
export const BUILT_IN_PLUGINS: readonly BuiltInPlugin[] = [
  { name: PLATFORMS_PLUGIN, fileName: 'platforms-rhq-plugin.xml', descriptor: PLATFORMS_DESCRIPTOR },
  { name: 'Processes', fileName: 'processes-rhq-plugin.xml', descriptor: PROCESSES_DESCRIPTOR },
  { name: 'Demo', fileName: 'demo-rhq-plugin.xml', descriptor: DEMO_DESCRIPTOR },
  { name: HOST_CONTROL_PLUGIN, fileName: 'host-control-rhq-plugin.xml', descriptor: HOST_CONTROL_DESCRIPTOR },
  { name: PROBES_PLUGIN, fileName: 'probes-rhq-plugin.xml', descriptor: PROBES_DESCRIPTOR },
  { name: COMPLIANCE_PLUGIN, fileName: 'compliance-rhq-plugin.xml', descriptor: COMPLIANCE_DESCRIPTOR },
  { name: RECEIVED_PLUGIN, fileName: 'received-rhq-plugin.xml', descriptor: RECEIVED_DESCRIPTOR },
  { name: INTEGRATIONS_PLUGIN, fileName: 'integrations-rhq-plugin.xml', descriptor: INTEGRATIONS_DESCRIPTOR },
  { name: INSTALLATION_PLUGIN, fileName: 'installation-rhq-plugin.xml', descriptor: INSTALLATION_DESCRIPTOR },
  { name: HEARTBEATS_PLUGIN, fileName: 'heartbeats-rhq-plugin.xml', descriptor: HEARTBEATS_DESCRIPTOR },
];

/** Whether a plugin with this name is built-in, so that the product needs its types. */
export function isBuiltIn(name: string): boolean {
  return BUILT_IN_PLUGINS.some((plugin) => plugin.name === name);
}
