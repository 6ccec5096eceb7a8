import { MACHINES_ENTITY } from './descriptor-parts';

/** Plugin of the targets that agents probe (rule agents-19). */
export const PROBES_PLUGIN = 'Probes';
/** Type of resources whose availability follows from that of several others (rule agents-25). */
export const QUORUM_TYPE = 'Quorum';

/** People add a probe below the machine of the probing agent; several machines may probe the same target. */
export const PROBES_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY}
  <!ENTITY host '<c:simple-property name="host" displayName="Host" names="address" description="Name or IP address"/>'>
  <!ENTITY timeout '
    <c:simple-property name="timeoutSeconds" displayName="Timeout" type="integer" units="seconds" required="false"
                       defaultValue="10">
      <c:constraint><c:integer-constraint minimum="1" maximum="30"/></c:constraint>
    </c:simple-property>'>
  <!ENTITY verify '
    <c:simple-property name="verifyCertificate" displayName="Verify Certificate" type="boolean" required="false"
                       defaultValue="true" description="An invalid certificate counts as down"/>'>
  <!ENTITY measured '
    <metric property="responseTime" displayName="Response Time" units="milliseconds" displayType="summary"
            defaultInterval="60000"/>
    <metric property="success" displayName="Success" units="percentage" displayType="summary" defaultInterval="60000"
            description="100% if the target is up, else 0%: the average is the uptime"/>
    <metric property="result" displayName="Result" dataType="trait" displayType="summary" defaultInterval="60000"
            description="What the probe found, or why it was not run"/>
    <metric property="rhq.availability" displayName="Availability" defaultInterval="60000"/>'>
  <!ENTITY certificate '
    <metric property="daysLeft" displayName="Days until Certificate Expires" units="days" displayType="summary"
            defaultInterval="60000"/>
    <metric property="certificate" displayName="Certificate" dataType="trait" displayType="summary"
            defaultInterval="60000" description="Name and last day"/>'>
]>
<plugin name="${PROBES_PLUGIN}" displayName="Probes" version="1.0.0"
        description="Targets that agents probe, as the owners of their hosts permit"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <service name="HTTP Probe" description="A page of a web server or API" class="HttpProbe" supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      <c:simple-property name="url" displayName="URL" names="address" description="http or https"/>
      <c:simple-property name="method" displayName="Method" required="false" defaultValue="GET">
        <c:property-options><c:option value="GET"/><c:option value="HEAD"/></c:property-options>
      </c:simple-property>
      <c:simple-property name="status" displayName="Expected Status" required="false" defaultValue="200-399"
                         description="Codes and ranges, such as 200-299,401"/>
      <c:simple-property name="contains" displayName="Body Contains" required="false"
                         description="Text in the first MiB of the body"/>
      <c:simple-property name="jsonPath" displayName="JSON Path" required="false"
                         description="Path of names and indexes that must exist, such as $.checks[0].status"/>
      <c:simple-property name="jsonValue" displayName="JSON Value" required="false"
                         description="Value expected at the JSON path"/>
      <c:simple-property name="maxRedirects" displayName="Maximum Redirects" type="integer" required="false"
                         defaultValue="5">
        <c:constraint><c:integer-constraint minimum="0" maximum="10"/></c:constraint>
      </c:simple-property>
      &verify;&timeout;
    </plugin-configuration>
    <metric property="status" displayName="Status" displayType="summary" defaultInterval="60000"/>
    &certificate;&measured;
  </service>
  <service name="TCP Probe" description="A port that accepts connections" class="TcpProbe" supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      &host;
      <c:simple-property name="port" displayName="Port" type="integer"/>
      <c:simple-property name="banner" displayName="Greeting Contains" required="false"
                         description="Text that the server sends by itself, such as SSH-2.0"/>
      &timeout;
    </plugin-configuration>
    &measured;
  </service>
  <service name="TLS Probe" description="A port that speaks TLS, and its certificate" class="TlsProbe"
           supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      &host;
      <c:simple-property name="port" displayName="Port" type="integer" required="false" defaultValue="443"/>
      <c:simple-property name="serverName" displayName="Server Name" required="false"
                         description="Name that the certificate must be valid for; default: the host"/>
      &verify;&timeout;
    </plugin-configuration>
    &certificate;&measured;
  </service>
  <service name="DNS Probe" description="A name that is resolved" class="DnsProbe" supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      <c:simple-property name="name" displayName="Name" names="address"/>
      <c:simple-property name="recordType" displayName="Record Type" required="false" defaultValue="A">
        <c:property-options>
          <c:option value="A"/><c:option value="AAAA"/><c:option value="CNAME"/><c:option value="MX"/>
          <c:option value="NS"/><c:option value="PTR"/><c:option value="SRV"/><c:option value="TXT"/>
        </c:property-options>
      </c:simple-property>
      <c:simple-property name="expected" displayName="Expected Answer" required="false"
                         description="One of the answers"/>
      <c:simple-property name="server" displayName="Name Server" names="address" required="false"
                         description="Default: the resolver of the host"/>
      <c:simple-property name="port" displayName="Port" type="integer" required="false" defaultValue="53"/>
      &timeout;
    </plugin-configuration>
    <metric property="answerCount" displayName="Answers" displayType="summary" defaultInterval="60000"/>
    <metric property="answers" displayName="Records" dataType="trait" displayType="summary" defaultInterval="60000"/>
    &measured;
  </service>
  <service name="SNMP Probe" description="A value of an SNMP agent" class="SnmpProbe" supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      &host;
      <c:simple-property name="port" displayName="Port" type="integer" required="false" defaultValue="161"/>
      <c:simple-property name="oid" displayName="OID" description="Such as 1.3.6.1.2.1.1.3.0"/>
      <c:simple-property name="expected" displayName="Expected Value" required="false"/>
      <c:simple-property name="version" displayName="Version" required="false" defaultValue="2c">
        <c:property-options><c:option value="1"/><c:option value="2c"/><c:option value="3"/></c:property-options>
      </c:simple-property>
      <c:simple-property name="community" displayName="Community" type="password" required="false"
                         description="Of versions 1 and 2c; default: public"/>
      <c:simple-property name="user" displayName="User" required="false" description="Of version 3"/>
      <c:simple-property name="authProtocol" displayName="Authentication" required="false" defaultValue="none">
        <c:property-options>
          <c:option value="none"/><c:option value="MD5"/><c:option value="SHA"/><c:option value="SHA224"/>
          <c:option value="SHA256"/><c:option value="SHA384"/><c:option value="SHA512"/>
        </c:property-options>
      </c:simple-property>
      <c:simple-property name="authPassword" displayName="Authentication Password" type="password" required="false"/>
      <c:simple-property name="privacyProtocol" displayName="Encryption" required="false" defaultValue="none">
        <c:property-options>
          <c:option value="none"/><c:option value="DES"/><c:option value="AES"/><c:option value="AES256"/>
        </c:property-options>
      </c:simple-property>
      <c:simple-property name="privacyPassword" displayName="Encryption Password" type="password" required="false"/>
      &timeout;
    </plugin-configuration>
    <metric property="value" displayName="Value" displayType="summary" defaultInterval="60000"/>
    <metric property="valueText" displayName="Value as Text" dataType="trait" displayType="summary"
            defaultInterval="60000"/>
    &measured;
  </service>
  <service name="Ping Probe" description="A host that replies to ICMP echo requests" class="PingProbe"
           supportsManualAdd="true">
    &machines;
    <plugin-configuration>&host;&timeout;</plugin-configuration>
    &measured;
  </service>
  <service name="${QUORUM_TYPE}" description="A target as several probes see it" class="Quorum" supportsManualAdd="true">
    &machines;
    <plugin-configuration>
      <c:simple-property name="resources" displayName="Probes" names="resources"
                         description="Ids of the probes, separated by commas, up to 20"/>
      <c:simple-property name="down" displayName="Down from" type="integer" required="false"
                         description="Number of probes that must be down; default: more than half">
        <c:constraint><c:integer-constraint minimum="1" maximum="20"/></c:constraint>
      </c:simple-property>
    </plugin-configuration>
    <metric property="rhq.availability" displayName="Availability" defaultInterval="60000"/>
  </service>
  <help>A probe is not run until the owner of the host lists its target in AGENT_PROBE_TARGETS of the agent.</help>
</plugin>
`;
