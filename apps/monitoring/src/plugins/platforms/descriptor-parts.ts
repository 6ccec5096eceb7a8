/** Platform types that have services and servers, as an entity of descriptors. Clients know their names. */
export const MACHINES_ENTITY = `<!ENTITY machines '
    <runs-inside>
      <parent-resource-type name="Linux" plugin="Platforms"/>
      <parent-resource-type name="Windows" plugin="Platforms"/>
      <parent-resource-type name="Solaris" plugin="Platforms"/>
      <parent-resource-type name="HP-UX" plugin="Platforms"/>
      <parent-resource-type name="AIX" plugin="Platforms"/>
      <parent-resource-type name="FreeBSD" plugin="Platforms"/>
      <parent-resource-type name="Mac OS X" plugin="Platforms"/>
    </runs-inside>'>`;

/** The connection property with the log files that an agent watches. */
export const LOG_FILES_PROPERTY = `<c:list-property name="logFiles" displayName="Log Files" required="false"
                       description="Files whose new lines become events">
        <c:map-property name="logFile" displayName="Log File">
          <c:simple-property name="path" type="file"/>
          <c:simple-property name="minimumSeverity" required="false" defaultValue="WARN">
            <c:property-options>
              <c:option value="DEBUG"/><c:option value="INFO"/><c:option value="WARN"/>
              <c:option value="ERROR"/><c:option value="FATAL"/>
            </c:property-options>
          </c:simple-property>
        </c:map-property>
      </c:list-property>`;

/** The event by which an agent reports a refused connection property, with the reason. */
export const CONNECTION_PROBLEM_EVENT = `<event name="connectionProblem" displayName="Connection Problem"
           description="A connection property that the agent does not follow, and why"/>`;
