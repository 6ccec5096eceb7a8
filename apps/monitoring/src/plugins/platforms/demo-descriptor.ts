/**
 * A server to try things out with: a service that is created from a configuration and one that is created from content
 * (rules inventory-1, inventory-10), and something of everything that plugins can describe. No agent discovers it.
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
