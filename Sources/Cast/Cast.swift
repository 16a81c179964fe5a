// SPDX-License-Identifier: Apache-2.0
// The modules that an app needs to discover devices and to play media on them.
//
// Apps that need only a part import that module itself: the names are the same.
@_exported public import CastMedia
@_exported public import CastMediaProbe
@_exported public import CastSender
@_exported public import CastWire

@_exported public import struct CastTransport.CastEndpoint
