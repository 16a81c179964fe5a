// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The UPnP description of a device, `GET /ssdp/device-desc.xml` (UPnP Device Architecture 1.0, DIAL).
struct DeviceDescriptionDocument {
    let description: ReceiverDescription
    /// The address and port by which the client addressed the device, for example `192.0.2.7:8008`.
    let authority: String

    var text: String {
        """
        <?xml version="1.0"?>
        <root xmlns="urn:schemas-upnp-org:device-1-0">
          <specVersion>
            <major>1</major>
            <minor>0</minor>
          </specVersion>
          <URLBase>http://\(MarkupText.escaped(authority))</URLBase>
          <device>
            <deviceType>urn:dial-multiscreen-org:device:dial:1</deviceType>
            <friendlyName>\(MarkupText.escaped(description.name))</friendlyName>
            <manufacturer>\(MarkupText.escaped(description.manufacturer))</manufacturer>
            <modelName>\(MarkupText.escaped(description.model))</modelName>
            <UDN>uuid:\(MarkupText.escaped(description.id))</UDN>
            <iconList>
              <icon>
                <mimetype>image/png</mimetype>
                <width>98</width>
                <height>55</height>
                <depth>32</depth>
                <url>/setup/icon.png</url>
              </icon>
            </iconList>
            <serviceList>
              <service>
                <serviceType>urn:dial-multiscreen-org:service:dial:1</serviceType>
                <serviceId>urn:dial-multiscreen-org:serviceId:dial</serviceId>
                <controlURL>/ssdp/notfound</controlURL>
                <eventSubURL>/ssdp/notfound</eventSubURL>
                <SCPDURL>/ssdp/notfound</SCPDURL>
              </service>
            </serviceList>
          </device>
        </root>

        """
    }
}
