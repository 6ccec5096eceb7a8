import { MACHINES_ENTITY } from './descriptor-parts';

/** Plugin of resources for permissions of a host's owner (rule agents-17). */
export const HOST_CONTROL_PLUGIN = 'Host Control';

/**
 * Each permitted object is a separate resource, so that permissions, groups, alert conditions and the order of work
 * apply to it; the agent checks its own list again before it acts.
 */
export const HOST_CONTROL_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY}
  <!ENTITY ended '
    <c:simple-property name="command" displayName="Command" required="false"/>
    <c:simple-property name="exitCode" displayName="Exit Code" type="integer" required="false"/>'>
  <!ENTITY output '<c:simple-property name="output" displayName="Output" type="longString" required="false"/>'>
  <!ENTITY unitResults '
    <results>
      &ended;
      <c:simple-property name="state" displayName="State" required="false"/>
      &output;
    </results>'>
  <!ENTITY often '<metric property="rhq.availability" displayName="Availability" defaultInterval="60000"/>'>
]>
<plugin name="${HOST_CONTROL_PLUGIN}" displayName="Host Control" version="1.0.0"
        description="What the owners of hosts permit to be operated"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <service name="Systemd Unit" description="A systemd unit in AGENT_UNITS of its host" class="SystemdUnit"
           discovery="HostControlDiscovery">
    &machines;
    <operation name="start" displayName="Start" description="Starts the unit" timeout="300">&unitResults;</operation>
    <operation name="stop" displayName="Stop" description="Stops the unit" timeout="300">&unitResults;</operation>
    <operation name="restart" displayName="Restart" description="Restarts the unit" timeout="300">&unitResults;</operation>
    <operation name="reload" displayName="Reload" description="Has the unit reload its configuration"
               timeout="300">&unitResults;</operation>
    <operation name="status" displayName="Status" description="State of the unit, and its last log lines"
               timeout="30">&unitResults;</operation>
    &often;
  </service>
  <service name="Log File" description="A log file in AGENT_LOG_FILES of a host with AGENT_LOG_TAIL" class="LogFile"
           discovery="HostControlDiscovery">
    &machines;
    <operation name="tail" displayName="Tail" description="The last lines of the file" timeout="60">
      <parameters>
        <c:simple-property name="lines" type="integer" required="false" defaultValue="100">
          <c:constraint><c:integer-constraint minimum="1" maximum="1000"/></c:constraint>
        </c:simple-property>
        <c:simple-property name="contains" required="false" description="Only lines that contain this text"/>
      </parameters>
      <results>
        <c:simple-property name="lineCount" displayName="Lines" type="integer" required="false"/>
        &output;
      </results>
    </operation>
  </service>
  <service name="Script" description="A script that the owner of the host declares in AGENT_SCRIPTS" class="Script"
           discovery="HostControlDiscovery">
    &machines;
    <operation name="run" displayName="Run" description="Runs the script; its description names its parameters"
               timeout="86400">
      <parameters>
        <c:simple-property name="arguments" type="longString" required="false"
                           description="One NAME=VALUE a line"/>
      </parameters>
      <results>&ended;&output;</results>
    </operation>
  </service>
  <service name="Program" description="A program in AGENT_SIGNALS of its host" class="Program"
           discovery="HostControlDiscovery">
    &machines;
    <operation name="signal" displayName="Signal" description="Sends a signal to the processes of the program"
               timeout="60">
      <parameters>
        <c:simple-property name="signal" description="One that the owner of the host permits, such as HUP"/>
        <c:simple-property name="pid" type="integer" required="false" description="Only the process with this id"/>
      </parameters>
      <results>
        <c:simple-property name="signalled" displayName="Processes" type="integer" required="false"/>
      </results>
    </operation>
    &often;
  </service>
  <service name="Host Configuration" description="Part of the configuration of a host, in AGENT_CONFIGURATION, and what its owner permits"
           class="HostConfiguration" discovery="HostControlDiscovery">
    &machines;
  </service>
  <help>Nothing of this exists until the owner of a host lists it in the settings of its agent.</help>
</plugin>
`;
