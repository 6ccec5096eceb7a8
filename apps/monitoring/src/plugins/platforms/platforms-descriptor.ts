import { CONNECTION_PROBLEM_EVENT, LOG_FILES_PROPERTY, MACHINES_ENTITY } from './descriptor-parts';

/**
 * Plugin of platforms and the services directly on them (rules inventory-1, plugins-10). Clients know its names of
 * types and metrics; the platform utilization report reads `CpuPerc`, `Native.MemoryInfo` and `Native.SwapInfo` (rule
 * reports-7).
 */
export const PLATFORMS_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  <!ENTITY operations '
    <operation name="discovery" displayName="Manual Autodiscovery"
               description="Looks for new servers and services at once">
      <parameters>
        <c:simple-property name="detailedDiscovery" type="boolean" default="false"
                           description="Whether services inside of known servers are looked for, too"/>
      </parameters>
      <results>
        <c:simple-property name="operationResult" type="longString" required="false"/>
      </results>
    </operation>
    <operation name="viewProcessList" displayName="View Process List" description="The processes running right now">
      <results>
        <c:list-property name="processList">
          <c:map-property name="process">
            <c:simple-property name="pid" displayName="Process ID" type="long"/>
            <c:simple-property name="name"/>
            <c:simple-property name="size" type="long" units="bytes" required="false"/>
            <c:simple-property name="userTime" type="long" units="milliseconds" required="false"/>
            <c:simple-property name="kernelTime" type="long" units="milliseconds" required="false"/>
          </c:map-property>
        </c:list-property>
      </results>
    </operation>'>
  <!ENTITY memory '
    <metric property="Native.MemoryInfo.free" displayName="Free Memory" units="bytes" displayType="summary"
            category="utilization"/>
    <metric property="Native.MemoryInfo.actualFree" displayName="Actual Free Memory" units="bytes"
            displayType="summary" category="utilization" description="Free memory, caches and buffers included"/>
    <metric property="Native.MemoryInfo.used" displayName="Used Memory" units="bytes" displayType="summary"
            category="utilization"/>
    <metric property="Native.MemoryInfo.actualUsed" displayName="Actual Used Memory" units="bytes"
            displayType="summary" category="utilization" description="Used memory without caches and buffers"/>
    <metric property="Native.MemoryInfo.total" displayName="Total Memory" units="bytes" category="utilization"/>
    <metric property="Native.SwapInfo.used" displayName="Used Swap Space" units="bytes" displayType="summary"
            category="utilization"/>
    <metric property="Native.SwapInfo.free" displayName="Free Swap Space" units="bytes" defaultOn="true"
            category="utilization"/>
    <metric property="Native.SwapInfo.total" displayName="Total Swap Space" units="bytes" category="utilization"/>'>
  <!ENTITY processors '
    <metric property="CpuPerc.sys" displayName="System Load" units="percentage" displayType="summary"
            category="utilization"/>
    <metric property="CpuPerc.user" displayName="User Load" units="percentage" displayType="summary"
            category="utilization"/>
    <metric property="CpuPerc.idle" displayName="Idle" units="percentage" category="utilization"/>
    <metric property="CpuPerc.wait" displayName="Wait Load" units="percentage" category="utilization"/>'>
  <!ENTITY traits '
    <metric property="Trait.hostname" displayName="Hostname" dataType="trait" displayType="summary"/>
    <metric property="Trait.osname" displayName="OS Name" dataType="trait" displayType="summary"/>
    <metric property="Trait.osversion" displayName="OS Version" dataType="trait" displayType="summary"/>
    <metric property="Trait.sysarch" displayName="Architecture" dataType="trait" displayType="summary"/>'>
  <!ENTITY systemLog '
    <event name="Event Log" description="Messages of the operating system"/>'>
  <!ENTITY logs '
    <plugin-configuration>
      ${LOG_FILES_PROPERTY}
    </plugin-configuration>
    &systemLog;
    <event name="logEntry" description="A line of a watched log file"/>
    ${CONNECTION_PROBLEM_EVENT}'>
  <!ENTITY platform '&logs; &operations; &memory; &processors; &traits;'>
  ${MACHINES_ENTITY}
]>
<plugin name="Platforms" displayName="Platforms" version="1.0.0"
        description="Machines, and the processors, file systems, network adapters and processes that they have"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <platform name="Linux" description="Linux operating system" class="Platform" discovery="PlatformDiscovery">
    &platform;
    <metric property="distro.name" displayName="Distribution Name" dataType="trait" displayType="summary"/>
    <metric property="distro.version" displayName="Distribution Version" dataType="trait" displayType="summary"/>
    <metric property="Cpu.used" displayName="Processor Used" units="percentage" displayType="summary"
            category="utilization" defaultInterval="60000" description="User programs and the system together"/>
    <metric property="Cpu.user" displayName="Processor Used by Programs" units="percentage" displayType="summary"
            category="utilization" defaultInterval="60000"/>
    <metric property="Cpu.system" displayName="Processor Used by System" units="percentage" displayType="summary"
            category="utilization" defaultInterval="60000"/>
    <metric property="Cpu.wait" displayName="Processor Waiting" units="percentage" displayType="summary"
            category="utilization" defaultInterval="60000" description="Idle, while programs wait for disks"/>
    <metric property="LoadPerCore.1" displayName="Load per Core, 1 Minute" displayType="summary" category="utilization"
            defaultInterval="300000" description="Programs that run or wait for a processor or disk, for each core"/>
    <metric property="LoadPerCore.5" displayName="Load per Core, 5 Minutes" displayType="summary"
            category="utilization" defaultInterval="300000"/>
    <metric property="LoadPerCore.15" displayName="Load per Core, 15 Minutes" displayType="summary"
            category="utilization" defaultInterval="300000"/>
    <metric property="Memory.availablePercent" displayName="Memory Available" units="percentage" displayType="summary"
            category="utilization" defaultInterval="60000"
            description="Share of the memory that programs can have without swapping"/>
    <metric property="Memory.total" displayName="Memory in All" units="bytes" displayType="summary"
            category="utilization" defaultInterval="600000"/>
    <metric property="Swap.usedPercent" displayName="Swap Used" units="percentage" displayType="summary"
            category="utilization" defaultInterval="60000" description="None where there is no swap space"/>
    <metric property="Network.received" displayName="Network Received" units="bytes" measurementType="trendsup"
            displayType="summary" category="throughput" defaultInterval="300000"
            description="By all adapters with a device behind them"/>
    <metric property="Network.sent" displayName="Network Sent" units="bytes" measurementType="trendsup"
            displayType="summary" category="throughput" defaultInterval="300000"
            description="By all adapters with a device behind them"/>
    <metric property="Clock.offset" displayName="Clock Offset" units="seconds" defaultOn="true" defaultInterval="300000"
            description="Positive if the clock is ahead"/>
    <metric property="Clock.source" displayName="Clock Compared by" dataType="trait" defaultOn="true"
            defaultInterval="300000" description="chronyc, timedatectl, or server: its Date header, exact to a second"/>
    <metric property="Systemd.failedUnits" displayName="Failed Units" defaultOn="true" defaultInterval="300000"
            description="None where systemd does not manage the host"/>
    <metric property="Systemd.failedUnitNames" displayName="Names of Failed Units" dataType="trait" defaultOn="true"
            defaultInterval="300000"/>
    <metric property="Certificates.daysLeft" displayName="Certificate Days Left" units="days" defaultOn="true"
            defaultInterval="600000" description="Of the certificate in AGENT_CERTIFICATES that ends first"/>
    <metric property="Certificates.next" displayName="Certificate That Expires First" dataType="trait" defaultOn="true"
            defaultInterval="600000"/>
    <operation name="acceptFiles" displayName="Accept Changed Files"
               description="Makes the watched files, as they are at the next look, the baseline that they are compared with">
      <results>
        <c:simple-property name="operationResult" type="longString" required="false"/>
      </results>
    </operation>
    <drift-definition name="etc" description="Files below /etc, where the agent's AGENT_FILE_ROOTS permits it">
      <basedir><value-context>fileSystem</value-context><value-name>/etc</value-name></basedir>
      <interval>600</interval>
      <excludes><exclude path=".git"/></excludes>
    </drift-definition>
  </platform>
  <platform name="Windows" description="Microsoft Windows operating system" class="Platform"
            discovery="PlatformDiscovery">&platform;</platform>
  <platform name="Solaris" description="Solaris operating system" class="Platform"
            discovery="PlatformDiscovery">&platform;</platform>
  <platform name="HP-UX" description="HP-UX operating system" class="Platform"
            discovery="PlatformDiscovery">&platform;</platform>
  <platform name="AIX" description="AIX operating system" class="Platform"
            discovery="PlatformDiscovery">&platform;</platform>
  <platform name="FreeBSD" description="FreeBSD operating system" class="Platform"
            discovery="PlatformDiscovery">&platform;</platform>
  <platform name="Mac OS X" description="macOS operating system" class="Platform"
            discovery="PlatformDiscovery">&platform;</platform>
  <platform name="Java" description="Any machine that is known only through its Java virtual machine"
            class="Platform" discovery="PlatformDiscovery">&systemLog; &operations; &memory; &processors; &traits;</platform>

  <service name="CPU" description="A processor" class="Cpu" discovery="CpuDiscovery">
    &machines;
    &processors;
    <metric property="CpuTrait.vendor" displayName="Vendor" dataType="trait" defaultOn="true"/>
    <metric property="CpuTrait.model" displayName="Model" dataType="trait" defaultOn="true"/>
    <metric property="CpuTrait.mhz" displayName="Clock Speed in MHz" dataType="trait" defaultOn="true"/>
    <metric property="CpuTrait.cacheSize" displayName="Cache Size" dataType="trait" defaultOn="true"/>
  </service>
  <service name="File System" description="A mounted file system" class="FileSystem" discovery="FileSystemDiscovery"
           supportsMissingAvailabilityType="true">
    &machines;
    <metric property="fileSystemUsage.free" displayName="Free Space" units="kilobytes" displayType="summary"
            category="utilization"/>
    <metric property="fileSystemUsage.usePercent" displayName="Used Percentage" units="percentage"
            displayType="summary" category="utilization"/>
    <metric property="fileSystemUsage.hoursUntilFull" displayName="Hours until Full" units="hours" displayType="summary"
            category="utilization" defaultInterval="300000"
            description="By its last six hours; 720 if it takes a month or more, or does not fill"/>
    <metric property="fileSystem.typeName" displayName="Type" dataType="trait" displayType="summary"/>
  </service>
  <service name="Network Adapter" description="A network adapter" class="NetworkAdapter"
           discovery="NetworkAdapterDiscovery">
    &machines;
    <metric property="rxBytes" displayName="Bytes Received" units="bytes" measurementType="trendsup"
            displayType="summary" category="throughput"/>
    <metric property="txBytes" displayName="Bytes Transmitted" units="bytes" measurementType="trendsup"
            displayType="summary" category="throughput"/>
    <metric property="Trait.net4.address" displayName="IPv4 Address" dataType="trait" displayType="summary"/>
  </service>
  <service name="Process" description="A process, found by its pid file or by a query" class="Process"
           supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      <c:simple-property name="type" default="pidFile" description="How the process is found">
        <c:property-options>
          <c:option name="PID File" value="pidFile"/>
          <c:option name="Process Query" value="piql"/>
        </c:property-options>
      </c:simple-property>
      <c:simple-property name="pidFile" displayName="PID File" type="file" required="false"/>
      <c:simple-property name="piql" displayName="Process Query" names="program" required="false"
                         description="For example process|basename|match=^httpd$"/>
      <c:simple-property name="fullProcessTree" type="boolean" required="false" default="false"
                         description="Whether the processes that it started are counted in"/>
    </plugin-configuration>
    <metric property="Process.cpu.percent" displayName="CPU Percentage" units="percentage" displayType="summary"
            category="utilization"/>
    <metric property="Process.memory.resident" displayName="Resident Memory" units="bytes" displayType="summary"
            category="utilization"/>
    <metric property="Process.memory.size" displayName="Virtual Memory" units="bytes" displayType="summary"
            category="utilization"/>
    ${CONNECTION_PROBLEM_EVENT}
  </service>
  <service name="Directory" description="A directory and all that is in it" class="Directory"
           supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      <c:simple-property name="path" type="directory" description="Absolute path of the directory"/>
    </plugin-configuration>
    <metric property="usage" displayName="Space Used" units="bytes" defaultOn="true" defaultInterval="180000"
            category="utilization"/>
    ${CONNECTION_PROBLEM_EVENT}
  </service>
  <help>Platforms are the roots of the inventory. Everything else stands below one of them.</help>
</plugin>
`;
