// SPDX-License-Identifier: Apache-2.0
// Written by scripts/objc-constants from the Swift declarations. Do not edit.

#include "GoogleCastConstants.h"

#if defined(__OBJC__) && defined(__APPLE__)
#include <math.h>

const NSUInteger GCKUIButtonStateMuteOff = 8;
const NSUInteger GCKUIButtonStateMuteOn = 9;
const NSUInteger GCKUIButtonStatePause = 7;
const NSUInteger GCKUIButtonStatePlay = 5;
const NSUInteger GCKUIButtonStatePlayLive = 6;
const NSUInteger GCKUIButtonStateRepeatAll = 2;
const NSUInteger GCKUIButtonStateRepeatOff = 1;
const NSUInteger GCKUIButtonStateRepeatSingle = 3;
const NSUInteger GCKUIButtonStateShuffle = 4;
#if __has_include(<UIKit/UIKit.h>)
const UIControlState GCKUIControlStateMuteOff = 1 << 22;
const UIControlState GCKUIControlStateMuteOn = 1 << 23;
const UIControlState GCKUIControlStatePause = 1 << 21;
const UIControlState GCKUIControlStatePlay = 1 << 20;
const UIControlState GCKUIControlStateRepeatAll = 1 << 17;
const UIControlState GCKUIControlStateRepeatOff = 1 << 16;
const UIControlState GCKUIControlStateRepeatSingle = 1 << 18;
const UIControlState GCKUIControlStateShuffle = 1 << 19;
#endif
const int kAdBreakClipNotSkippable = -1;
NSString *const kGCKCastDeviceCategory = @"cast";
NSNotificationName const kGCKCastStateDidChangeNotification = @"gckCastStateDidChange";
NSString *const kGCKCredentialsTypeCloud = @"cloud";
NSString *const kGCKDefaultMediaReceiverApplicationID = @"CC1AD845";
NSString *const kGCKErrorCustomDataKey = @"kGCKErrorCustomDataKey";
NSString *const kGCKErrorDetailedCodeKey = @"kGCKErrorDetailedCodeKey";
NSString *const kGCKErrorDomain = @"com.google.GCKError";
NSString *const kGCKErrorExtraInfoKey = @"kGCKErrorExtraInfoKey";
NSString *const kGCKErrorReasonKey = @"kGCKErrorReasonKey";
NSNotificationName const kGCKExpandedMediaControlsTriggeredNotification = @"gckExpandedMediaControlsTriggered";
NSString *const kGCKFrameworkVersion = @"4.8.3.0";
const NSInteger kGCKInvalidRequestID = 0;
const NSTimeInterval kGCKInvalidTimeInterval = NAN;
NSString *const kGCKKeyConnectionState = @"connectionState";
NSString *const kGCKKeyHasDiscoveredDevices = @"hasDiscoveredDevices";
const NSInteger kGCKMediaCommandDislike = 1 << 15;
const NSInteger kGCKMediaCommandEditTracks = 1 << 12;
const NSInteger kGCKMediaCommandFollow = 1 << 16;
const NSInteger kGCKMediaCommandLike = 1 << 14;
const NSInteger kGCKMediaCommandPause = 1 << 0;
const NSInteger kGCKMediaCommandQueueNext = 1 << 6;
const NSInteger kGCKMediaCommandQueuePrevious = 1 << 7;
const NSInteger kGCKMediaCommandQueueRepeat = (1 << 10) | (1 << 11);
const NSInteger kGCKMediaCommandQueueRepeatAll = 1 << 10;
const NSInteger kGCKMediaCommandQueueRepeatOne = 1 << 11;
const NSInteger kGCKMediaCommandQueueShuffle = 1 << 8;
const NSInteger kGCKMediaCommandSeek = 1 << 1;
const NSInteger kGCKMediaCommandSetPlaybackRate = 1 << 13;
const NSInteger kGCKMediaCommandSetVolume = 1 << 2;
const NSInteger kGCKMediaCommandSkipAd = 1 << 9;
const NSInteger kGCKMediaCommandSkipBackward = 1 << 5;
const NSInteger kGCKMediaCommandSkipForward = 1 << 4;
const NSInteger kGCKMediaCommandStreamTransfer = 1 << 18;
const NSInteger kGCKMediaCommandToggleMute = 1 << 3;
const NSInteger kGCKMediaCommandUnfollow = 1 << 17;
NSString *const kGCKMediaDefaultReceiverApplicationID = @"CC1AD845";
const NSUInteger kGCKMediaQueueInvalidItemID = 0;
NSString *const kGCKMetadataKeyAlbumArtist = @"com.google.cast.metadata.ALBUM_ARTIST";
NSString *const kGCKMetadataKeyAlbumTitle = @"com.google.cast.metadata.ALBUM_TITLE";
NSString *const kGCKMetadataKeyArtist = @"com.google.cast.metadata.ARTIST";
NSString *const kGCKMetadataKeyBookTitle = @"com.google.cast.metadata.BOOK_TITLE";
NSString *const kGCKMetadataKeyBroadcastDate = @"com.google.cast.metadata.BROADCAST_DATE";
NSString *const kGCKMetadataKeyChapterNumber = @"com.google.cast.metadata.CHAPTER_NUMBER";
NSString *const kGCKMetadataKeyChapterTitle = @"com.google.cast.metadata.CHAPTER_TITLE";
NSString *const kGCKMetadataKeyComposer = @"com.google.cast.metadata.COMPOSER";
NSString *const kGCKMetadataKeyCreationDate = @"com.google.cast.metadata.CREATION_DATE";
NSString *const kGCKMetadataKeyDiscNumber = @"com.google.cast.metadata.DISC_NUMBER";
NSString *const kGCKMetadataKeyEpisodeNumber = @"com.google.cast.metadata.EPISODE_NUMBER";
NSString *const kGCKMetadataKeyHeight = @"com.google.cast.metadata.HEIGHT";
NSString *const kGCKMetadataKeyLocationLatitude = @"com.google.cast.metadata.LOCATION_LATITUDE";
NSString *const kGCKMetadataKeyLocationLongitude = @"com.google.cast.metadata.LOCATION_LONGITUDE";
NSString *const kGCKMetadataKeyLocationName = @"com.google.cast.metadata.LOCATION_NAME";
NSString *const kGCKMetadataKeyQueueItemID = @"com.google.cast.metadata.QUEUE_ITEM_ID";
NSString *const kGCKMetadataKeyReleaseDate = @"com.google.cast.metadata.RELEASE_DATE";
NSString *const kGCKMetadataKeySeasonNumber = @"com.google.cast.metadata.SEASON_NUMBER";
NSString *const kGCKMetadataKeySectionDuration = @"com.google.cast.metadata.SECTION_DURATION";
NSString *const kGCKMetadataKeySectionStartAbsoluteTime = @"com.google.cast.metadata.SECTION_START_ABSOLUTE_TIME";
NSString *const kGCKMetadataKeySectionStartTimeInContainer = @"com.google.cast.metadata.SECTION_START_TIME_IN_CONTAINER";
NSString *const kGCKMetadataKeySectionStartTimeInMedia = @"com.google.cast.metadata.SECTION_START_TIME_IN_MEDIA";
NSString *const kGCKMetadataKeySeriesTitle = @"com.google.cast.metadata.SERIES_TITLE";
NSString *const kGCKMetadataKeyStudio = @"com.google.cast.metadata.STUDIO";
NSString *const kGCKMetadataKeySubtitle = @"com.google.cast.metadata.SUBTITLE";
NSString *const kGCKMetadataKeyTitle = @"com.google.cast.metadata.TITLE";
NSString *const kGCKMetadataKeyTrackNumber = @"com.google.cast.metadata.TRACK_NUMBER";
NSString *const kGCKMetadataKeyWidth = @"com.google.cast.metadata.WIDTH";
NSString *const kGCKNotificationKeyCastState = @"castState";
NSString *const kGCKThreadException = @"GCKThreadException";
NSNotificationName const kGCKUICastDialogDidHideNotification = @"gckuiCastDialogDidHide";
NSNotificationName const kGCKUICastDialogWillShowNotification = @"gckuiCastDialogWillShow";

#endif
