// SPDX-License-Identifier: Apache-2.0
// Written by scripts/objc-constants from the Swift declarations. Do not edit.
//
// `@import GoogleCast;` imports the classes and protocols, `@import GoogleCastConstants;` these constants.

#if defined(__OBJC__) && defined(__APPLE__)
#import <Foundation/Foundation.h>
#if __has_include(<UIKit/UIKit.h>)
#import <UIKit/UIKit.h>
#endif

NS_ASSUME_NONNULL_BEGIN

/// The capabilities of a device, with the bits of the `ca` key in its TXT record.
typedef NS_OPTIONS(NSInteger, GCKDeviceCapabilities) {
    /// The device has a video output.
    GCKDeviceCapabilityVideoOut = 1 << 0,
    /// The device has a video input, such as a camera.
    GCKDeviceCapabilityVideoIn = 1 << 1,
    /// The device has an audio output.
    GCKDeviceCapabilityAudioOut = 1 << 2,
    /// The device has an audio input, such as a microphone.
    GCKDeviceCapabilityAudioIn = 1 << 3,
    /// The device is a group of devices.
    GCKDeviceCapabilityMultizoneGroup = 1 << 5,
    /// The device is a dynamic group.
    GCKDeviceCapabilityDynamicGroup = 1 << 6,
    /// The device is a group in which each member plays one channel.
    GCKDeviceCapabilityMultiChannelGroup = 1 << 7,
    /// The device is a member of a multichannel group.
    GCKDeviceCapabilityMultiChannelMember = 1 << 8,
    /// The device has a master volume or a fixed volume.
    GCKDeviceCapabilityMasterOrFixedVolume = 1 << 11,
    /// The device has an attenuation volume or a fixed volume.
    GCKDeviceCapabilityAttenuationOrFixedVolume = 1 << 12,
    /// The device can join dynamic groups.
    GCKDeviceCapabilityDynamicGroupingSupported = 1 << 16,
};

/// Writes to the system's log. Deprecated in the original framework.
#define GCKLog NSLog

/// Whether the version of the framework is less than this one.
#define GCK_VERSION_IS_LESS_THAN(major, minor, fix) (!GCK_VERSION_IS_AT_LEAST(major, minor, fix))
/// Whether the version of the framework is this one or a later one.
#define GCK_VERSION_IS_AT_LEAST(major, minor, fix) \
    (GCK_VERSION_MAJOR > (major) || (GCK_VERSION_MAJOR == (major) && (GCK_VERSION_MINOR > (minor) \
        || (GCK_VERSION_MINOR == (minor) && GCK_VERSION_FIX >= (fix)))))
/// Whether the version of the framework is this one.
#define GCK_VERSION_IS_EQUAL_TO(major, minor, fix) \
    (GCK_VERSION_MAJOR == (major) && GCK_VERSION_MINOR == (minor) && GCK_VERSION_FIX == (fix))

/// Whether a time is valid. Infinity is valid: it means a live stream, or the end of the media.
static inline BOOL GCKIsValidTimeInterval(NSTimeInterval timeInterval) { return timeInterval == timeInterval; }

/// The ID of a request to a device.
typedef NSInteger GCKRequestID;
/// The ID of an item in a queue.
typedef NSUInteger GCKMediaQueueItemID;
/// One capability of a device, or several.
typedef GCKDeviceCapabilities GCKDeviceCapability;
/// The options of a session.
typedef NSDictionary<NSString *, NSObject<NSCoding> *> GCKSessionOptions;
/// Converts a value to text.
typedef NSString *_Nonnull (^GCKUIValueFormatter)(const id value);

/// The device isn't muted.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStateMuteOff;
/// The device is muted.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStateMuteOn;
/// Media is paused. A tap resumes it.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStatePause;
/// Media is playing. A tap pauses it.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStatePlay;
/// A live stream is playing. A tap stops it.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStatePlayLive;
/// The queue repeats.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStateRepeatAll;
/// The queue doesn't repeat.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStateRepeatOff;
/// The current item repeats.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStateRepeatSingle;
/// The queue repeats and is shuffled after each pass.
FOUNDATION_EXPORT const NSUInteger GCKUIButtonStateShuffle;
#if __has_include(<UIKit/UIKit.h>)
/// The control state for `GCKUIButtonStateMuteOff`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStateMuteOff __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStateMuteOff.");
/// The control state for `GCKUIButtonStateMuteOn`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStateMuteOn __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStateMuteOn.");
/// The control state for `GCKUIButtonStatePause`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStatePause __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStatePause.");
/// The control state for `GCKUIButtonStatePlay`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStatePlay __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStatePlay.");
/// The control state for `GCKUIButtonStateRepeatAll`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStateRepeatAll __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStateRepeatAll.");
/// The control state for `GCKUIButtonStateRepeatOff`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStateRepeatOff __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStateRepeatOff.");
/// The control state for `GCKUIButtonStateRepeatSingle`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStateRepeatSingle __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStateRepeatSingle.");
/// The control state for `GCKUIButtonStateShuffle`.
FOUNDATION_EXPORT const UIControlState GCKUIControlStateShuffle __deprecated_msg("Use GCKUIMultistateButton and GCKUIButtonStateShuffle.");
#endif
/// The patch version.
#define GCK_VERSION_FIX 3
/// The major version.
#define GCK_VERSION_MAJOR 4
/// The minor version.
#define GCK_VERSION_MINOR 8
/// The value of `whenSkippable` for a clip that can't be skipped.
FOUNDATION_EXPORT const int kAdBreakClipNotSkippable;
/// The category of Cast devices. An app can add device providers for other categories.
FOUNDATION_EXPORT NSString *const kGCKCastDeviceCategory;
/// Posted when the Cast state of the context changes. `kGCKNotificationKeyCastState` contains the new state.
FOUNDATION_EXPORT NSNotificationName const kGCKCastStateDidChangeNotification;
/// The credentials type of a load that was started by voice or from the cloud.
FOUNDATION_EXPORT NSString *const kGCKCredentialsTypeCloud;
/// The application ID of the Default Media Receiver.
FOUNDATION_EXPORT NSString *const kGCKDefaultMediaReceiverApplicationID;
/// The `userInfo` key of custom data from the receiver application.
FOUNDATION_EXPORT NSString *const kGCKErrorCustomDataKey;
/// The `userInfo` key of the receiver's detailed error code.
FOUNDATION_EXPORT NSString *const kGCKErrorDetailedCodeKey;
/// The domain of every `GCKError`.
FOUNDATION_EXPORT NSString *const kGCKErrorDomain;
/// The `userInfo` key of additional information about the error.
FOUNDATION_EXPORT NSString *const kGCKErrorExtraInfoKey;
/// The `userInfo` key of the receiver's reason string.
FOUNDATION_EXPORT NSString *const kGCKErrorReasonKey;
/// Posted when the user taps the mini controller and the app handles the expanded controls.
FOUNDATION_EXPORT NSNotificationName const kGCKExpandedMediaControlsTriggeredNotification;
/// The version, followed by `.0`. The original framework has its build number there, which distinguishes the two.
FOUNDATION_EXPORT NSString *const kGCKFrameworkVersion;
/// A request ID that no request has. The IDs of requests are greater than 0.
FOUNDATION_EXPORT const NSInteger kGCKInvalidRequestID;
/// The value of an invalid or unset time: NaN. Compare with `GCKIsValidTimeInterval(_:)`, because NaN is never equal
/// to itself.
FOUNDATION_EXPORT const NSTimeInterval kGCKInvalidTimeInterval;
/// The key path for observing a session's connection state.
FOUNDATION_EXPORT NSString *const kGCKKeyConnectionState;
/// The key path for observing whether devices were discovered.
FOUNDATION_EXPORT NSString *const kGCKKeyHasDiscoveredDevices;
/// Disliking the media.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandDislike;
/// Selecting tracks.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandEditTracks;
/// Following the creator of the media.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandFollow;
/// Liking the media.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandLike;
/// Pausing and resuming.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandPause;
/// Jumping to the next item of the queue.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandQueueNext;
/// Jumping to the previous item of the queue.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandQueuePrevious;
/// Repeating both the queue and the current item.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandQueueRepeat;
/// Repeating the queue.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandQueueRepeatAll;
/// Repeating the current item.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandQueueRepeatOne;
/// Shuffling the queue.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandQueueShuffle;
/// Seeking.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandSeek;
/// Setting the playback rate.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandSetPlaybackRate;
/// Setting the stream volume.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandSetVolume;
/// Skipping the current ad.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandSkipAd;
/// Skipping backward. Set by early receivers only.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandSkipBackward;
/// Skipping forward. Set by early receivers only.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandSkipForward;
/// Transferring the stream to another device.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandStreamTransfer;
/// Muting the stream.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandToggleMute;
/// Unfollowing the creator of the media.
FOUNDATION_EXPORT const NSInteger kGCKMediaCommandUnfollow;
FOUNDATION_EXPORT NSString *const kGCKMediaDefaultReceiverApplicationID;
/// The ID of an item that isn't in a queue yet.
FOUNDATION_EXPORT const NSUInteger kGCKMediaQueueInvalidItemID;
/// The artist of the album.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyAlbumArtist;
/// The title of the album.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyAlbumTitle;
/// The artist or creator.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyArtist;
/// The title of the book.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyBookTitle;
/// The date of the first broadcast.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyBroadcastDate;
/// The chapter number.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyChapterNumber;
/// The chapter title.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyChapterTitle;
/// The composer.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyComposer;
/// The date on which the media was created, for example the date of a photo.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyCreationDate;
/// The number of the disc in the album, from 1.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyDiscNumber;
/// The episode number within the season.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyEpisodeNumber;
/// The height in pixels.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyHeight;
/// The latitude where a photo was taken, in degrees. Negative values are south.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyLocationLatitude;
/// The longitude where a photo was taken, in degrees. Negative values are west.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyLocationLongitude;
/// The name of the location where a photo was taken.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyLocationName;
/// The ID of the queue item to which the metadata belongs.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyQueueItemID;
/// The release date.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyReleaseDate;
/// The season number.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeySeasonNumber;
/// The duration of the section in seconds.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeySectionDuration;
/// The start time of the section, in seconds since 1970.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeySectionStartAbsoluteTime;
/// The start of the section within its container, in seconds.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeySectionStartTimeInContainer;
/// The start of the section within the media, in seconds.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeySectionStartTimeInMedia;
/// The title of the series.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeySeriesTitle;
/// The film studio.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyStudio;
/// The subtitle.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeySubtitle;
/// The title.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyTitle;
/// The number of the track on the disc.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyTrackNumber;
/// The width in pixels.
FOUNDATION_EXPORT NSString *const kGCKMetadataKeyWidth;
/// The `userInfo` key of the Cast state, an `NSNumber`, in `NSNotification.Name.gckCastStateDidChange`.
FOUNDATION_EXPORT NSString *const kGCKNotificationKeyCastState;
/// The name of the exception that the original framework raises for a call off the main thread. In this module, the
/// program stops with this name in the message.
FOUNDATION_EXPORT NSString *const kGCKThreadException;
/// Posted after the Cast dialog was hidden.
FOUNDATION_EXPORT NSNotificationName const kGCKUICastDialogDidHideNotification;
/// Posted before the Cast dialog is shown.
FOUNDATION_EXPORT NSNotificationName const kGCKUICastDialogWillShowNotification;

NS_ASSUME_NONNULL_END
#endif
